-- Bluetooth speakers that are connected by themselves: a person has connected them here, and not disconnected them since.
CREATE TABLE wanted_speaker (
  -- Such as AA:BB:CC:DD:EE:FF.
  address TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;
