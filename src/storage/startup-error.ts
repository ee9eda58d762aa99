/** The server cannot start, for a reason that its operator can fix. The message is one line and needs no stack. */
export class StartupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "StartupError";
  }
}
