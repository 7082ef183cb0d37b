-- Asterisk servers that the operator has drained: nodes place no new outbound calls there.
create table drained_servers (
  -- As ASTERISK_URL names it on every node: host and port.
  name       text primary key,
  drained_at timestamptz(3) not null default now()
);
