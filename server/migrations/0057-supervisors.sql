-- Supervisors read and annotate the calls of some projects, and change nothing else.

alter table administrators
  drop constraint administrators_role_check,
  add constraint administrators_role_check check (role in ('administrator', 'supervisor', 'viewer'));
alter table invitations
  drop constraint invitations_role_check,
  add constraint invitations_role_check check (role in ('administrator', 'supervisor', 'viewer'));

-- The projects of a supervisor. A supervisor without any sees nothing; the other roles have no rows here.
create table administrator_projects (
  tenant_id        bigint not null,
  administrator_id bigint not null,
  project_id       bigint not null,
  primary key (tenant_id, administrator_id, project_id),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade,
  foreign key (tenant_id, project_id) references projects on delete cascade
);
create index administrator_projects_project on administrator_projects (tenant_id, project_id);

-- The projects that the invited person gets.
create table invitation_projects (
  tenant_id     bigint not null,
  invitation_id bigint not null,
  project_id    bigint not null,
  primary key (tenant_id, invitation_id, project_id),
  foreign key (tenant_id, invitation_id) references invitations on delete cascade,
  foreign key (tenant_id, project_id) references projects on delete cascade
);
create index invitation_projects_project on invitation_projects (tenant_id, project_id);
