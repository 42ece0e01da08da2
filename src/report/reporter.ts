import type { Report } from '../model/report.ts';

/** What the style of a text means; a stream without colour gets the text alone. */
export type Style = 'error' | 'warning' | 'note' | 'added' | 'removed' | 'faint' | 'strong';

/** What a format may know beside the report. */
export interface RenderContext {
  style(style: Style, text: string): string;
  readonly verbosity: 'quiet' | 'normal' | 'verbose';
  /** The arguments that choose the same files and bases again, ready for a shell: to propose the next command. */
  readonly scope: string;
  /** The same with what chooses the edits, to make those that were shown. */
  readonly again: string;
  /** The report was saved by another run: of the arguments above only those are known that it has itself. */
  readonly isSaved: boolean;
  /** A random word when the output goes to a GitHub log, which would run `::commands` found in quoted source. */
  readonly stopCommands: string | null;
  /** The weakest level that fails, where a format has failures. */
  readonly failOn: 'error' | 'warning';
  readonly isInRepository: boolean;
  /** From the root of the repository to the folder that paths are relative to: empty, or ends with "/". */
  readonly prefix: string;
  /** The folder that paths are relative to, as a word for the shell that the run was started in; empty where it is that one. */
  readonly folder: string;
  /** The text that findings point into; null when it is not at hand. */
  readSource(file: string): string | null;
  /** Source without the literals that keys are put together from. */
  hideKeys(source: string): string;
}

/** One format: `formats/<name>.ts` exports these and registry.ts names it. */
export interface Reporter {
  render(report: Report, context: RenderContext): string;
  /** Gets the source as it is; every other format gets a report in which literal keys are masked. */
  readonly needsSource?: boolean;
  /** What the format had to leave out, in words for stderr. */
  listOmissions?(report: Report, context: Pick<RenderContext, 'folder'>): readonly string[];
}
