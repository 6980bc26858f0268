/** What went wrong: `kind` is usage, refused, unreadable, internal, closed or cancelled; `code` is that of a finding. */
export class PortolanError extends Error {
  constructor(message, { kind = "internal", code = null, help = null, trap = false } = {}) {
    super(message);
    this.name = "PortolanError";
    this.kind = kind;
    this.code = code;
    this.help = help;
    /** Did the module stop in the middle of it? Then nothing that is open in it can be used any more. */
    this.trap = trap;
  }

  /** From what a message or the module says. */
  static from(said) {
    return said instanceof PortolanError ? said : new PortolanError(said.message, said);
  }

  /** What a message can carry. */
  toJSON() {
    const { message, kind, code, help, trap } = this;
    return { message, kind, code, help, trap };
  }
}

/** An exception of the module as an error: whatever it did not throw itself is a trap. */
export function trapped(why) {
  if (why instanceof PortolanError) return why;
  const full = why instanceof RangeError;
  const message = full
    ? "the file needs more memory than there is"
    : "portolan failed because of a bug; please report it together with the file";
  return Object.assign(new PortolanError(message, { kind: full ? "unreadable" : "internal", trap: true }), { cause: why });
}
