/** The reader of TOML (toml.io), apart because it is only loaded where there is a configuration file. */
export { parse, TomlError } from 'smol-toml';
