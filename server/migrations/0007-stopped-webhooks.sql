-- What waits for webhooks that were stopped lately is canceled.
create index webhooks_stopped on webhooks (updated_at) where deleted_at is not null or not is_enabled;
