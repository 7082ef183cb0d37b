-- What a test of a webhook has sent, but for the body, which is that of its event: the URL, and the headers with the signatures
-- of that moment. Of other deliveries it is not kept.
alter table deliveries add column request jsonb;
