-- The directory lists the projects that name a staff member.
create index project_staff_staff on project_staff (tenant_id, staff_id);
