-- When a call was put on hold, resumed, put on hold again and so on: on hold after an odd number of times. Null where it never was.
alter table calls add column hold_times timestamptz(3)[];
