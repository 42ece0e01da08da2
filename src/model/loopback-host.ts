/** Is this host name, as the URL parser writes it, one of this machine's own? `0x7f.1` arrives here as `127.0.0.1`. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
