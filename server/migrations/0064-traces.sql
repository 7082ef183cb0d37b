-- The W3C trace context of the request or the arrival that caused a row, for the work that follows from it: deliveries of an
-- event, the further events of a call, its analysis. Null unless traces are exported.
alter table calls add column traceparent text;
alter table events add column traceparent text;
alter table insight_jobs add column traceparent text;
