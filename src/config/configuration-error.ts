/** Fires at start when the configuration is impossible. A retry helps once it was corrected. */
export class ConfigurationError extends Error {
  /** @param subject what is wrong, such as a variable with its value @param expectation what it should be */
  constructor(subject: string, expectation: string) {
    super(`${subject}: ${expectation}`);
    this.name = 'ConfigurationError';
  }
}

/** Fires when the fault is in the configuration file. A retry helps once that was corrected. */
export class ConfigFileError extends ConfigurationError {
  /** @param line from 1; undefined when the fault is in no line of its own */
  constructor(path: string, line: number | undefined, fault: string) {
    super(line === undefined ? path : `${path}:${line}`, fault);
    this.name = 'ConfigFileError';
  }
}
