/**
 * What an error report sends to the operator of this server: the kind of error, the places in the code, the page. It contains nothing that
 * people wrote, no addresses and no tokens. The sender cleans the report, and the server cleans it again before it passes it on.
 */
export interface ErrorReport {
  readonly kind: 'render' | 'error' | 'rejection';
  readonly name: string;
  readonly message: string;
  /** places in the code, innermost first */
  readonly frames: readonly ErrorFrame[];
  /** the path of the page, without ids */
  readonly page: string;
  readonly userAgent: string;
}
export interface ErrorFrame {
  readonly function: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export const ERROR_REPORT_PATH = '/api/misc/errors';
export const MAX_FRAMES = 20;
const MESSAGE_MAX = 200;
const NAME_MAX = 60;

/** The messages of these errors quote what could not be read or stored. */
const quoting = new Set(['SyntaxError', 'RxError', 'RxTypeError', 'ZodError', '$ZodError', 'ValidationError']);
const identifier = /^[A-Za-z_$][\w$]{0,40}$/;

/** The message without any text that it may quote. Quoted names from the code stay. */
export function cleanMessage(name: string, message: string): string {
  if (quoting.has(name)) return '';
  return message
    .replace(/"[^"]*"?|“[^”]*”?|`[^`]*`?|«[^»]*»?/g, '…')
    .replace(/'([^']*)'?/g, (whole, quoted: string) => (identifier.test(quoted) ? whole : '…'))
    .replace(/[^\s@]+@[^\s@]+/g, '…')
    .replace(/\bhttps?:\/\/\S+/g, (address) => cleanPath(address))
    .replace(/[\w.~+/=-]{32,}/g, '…')
    .slice(0, MESSAGE_MAX);
}

export const cleanName = (name: string): string => (/^[\w$.]+$/.test(name) ? name.slice(0, NAME_MAX) : 'Error');

/** The path of an address. Ids are replaced; query and fragment, which carry tokens, are left out. */
export function cleanPath(address: string): string {
  const path = address.replace(/^[a-z-]+:\/\/[^/]*/i, '').replace(/[?#].*$/, '');
  return path
    .split('/')
    .map((part) => (/^[a-z][a-z.-]{0,40}$/i.test(part) || part === '' ? part : part.length > 24 || /\d{4}/.test(part) ? ':id' : part))
    .join('/')
    .slice(0, 200);
}

/** The name of a file of the app, by which its source is found. Empty for any other file. */
const cleanFile = (file: string): string => /\/assets\/([\w.-]+\.js)/.exec(file)?.[1] ?? '';

const chrome = /^\s*at (?:(.*?) \()?((?:https?|file):[^)]*?):(\d+):(\d+)\)?$/;
const others = /^(.*?)@((?:https?|file):.*?):(\d+):(\d+)$/;

/** The frames of a stack trace, in the formats that browsers write. */
export function framesOf(stack: string): ErrorFrame[] {
  const frames: ErrorFrame[] = [];
  for (const line of stack.split('\n')) {
    const [, name = '', file = '', row, column] = chrome.exec(line) ?? others.exec(line) ?? [];
    if (file)
      frames.push({
        function: /^[\w$.<> ]{0,60}$/.test(name) ? name : '',
        file: cleanFile(file),
        line: Number(row),
        column: Number(column),
      });
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}

/** The report, cleaned. Cleaning it twice changes nothing. */
export function cleanReport(report: ErrorReport): ErrorReport {
  return {
    kind: report.kind,
    name: cleanName(report.name),
    message: cleanMessage(report.name, report.message),
    frames: report.frames.slice(0, MAX_FRAMES).map((frame) => ({
      function: /^[\w$.<> ]{0,60}$/.test(frame.function) ? frame.function : '',
      file: /^[\w.-]{0,100}$/.test(frame.file) ? frame.file : '',
      line: frame.line,
      column: frame.column,
    })),
    page: cleanPath(report.page),
    userAgent: report.userAgent.slice(0, 200),
  };
}
