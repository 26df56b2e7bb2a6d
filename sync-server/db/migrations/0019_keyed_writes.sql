-- What a write was for, so that its id used again for something else is refused and not answered as done; null where nobody said. And what
-- was answered where that cannot be read from the rows afterwards, as for a toggle: the same write again gets the same answer.
alter table applied_writes add column fingerprint text, add column outcome text;
