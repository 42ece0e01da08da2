/** Days as `YYYY-MM-DD`, always in UTC: a cut-off is the same day on every machine. */

const DAY = 86_400_000;

/** A day that exists, written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function formatDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** Days from one day to another; negative when the second is earlier. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY);
}
