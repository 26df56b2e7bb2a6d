-- The planner's statistics keep samples of what stands in a column, also of rows that are gone. They hold no words, addresses or secrets.
alter table users alter email set statistics 0, alter password_hash set statistics 0;
alter table profiles alter name set statistics 0, alter bio set statistics 0, alter location set statistics 0,
  alter interests set statistics 0, alter profile_image_url set statistics 0;
alter table settings alter value set statistics 0;
alter table friend_invitations alter invited_email set statistics 0;
alter table posts alter content set statistics 0;
alter table post_comments alter content set statistics 0;
alter table groups alter name set statistics 0, alter description set statistics 0;
alter table group_messages alter content set statistics 0;
alter table applied_writes alter outcome set statistics 0;
alter table signing_keys alter private_key set statistics 0;
alter table sessions alter device set statistics 0;
alter table mailbox alter recipient set statistics 0, alter subject set statistics 0, alter text set statistics 0,
  alter html set statistics 0, alter links set statistics 0;
alter table sign_ups alter email set statistics 0, alter name set statistics 0, alter password_hash set statistics 0;
alter table invited_sign_ups alter email set statistics 0;
alter table linked_sign_ups alter email set statistics 0;
alter table address_changes alter email set statistics 0;
alter table identities alter subject set statistics 0, alter picture set statistics 0;
alter table provider_flows alter invite set statistics 0;
alter table passkeys alter name set statistics 0, alter credential_id set statistics 0;
alter table sign_in_steps alter challenge set statistics 0;

-- What was collected before would stay for ever. Only a superuser may take it away; for anybody else it ages with the tables.
do $$
begin
  delete from pg_statistic s using pg_attribute a
  where a.attrelid = s.starelid and a.attnum = s.staattnum and a.attstattarget = 0 and not a.attisdropped;
exception when insufficient_privilege then null;
end
$$;
