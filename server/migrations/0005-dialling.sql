-- A call is accepted and on its way to the engine in the same moment.
update open_calls set stage = 'dialling' where stage = 'accepted';
alter table open_calls drop constraint open_calls_stage_check,
  add constraint open_calls_stage_check check (stage in ('dialling', 'hanging_up'));
