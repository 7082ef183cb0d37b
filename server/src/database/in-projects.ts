// A supervisor reads only some projects. These conditions restrict a statement to them, so that its pages, totals and counts are
// right as well.

/** SQL condition: the row is in one of the projects `:project_ids`; null means all projects. */
export const isInProjects = (column = 'project_id') =>
  `(:project_ids::int8[] is null or ${column} = any(:project_ids))`;

/**
 * SQL condition on `staff s` of `:tenant_id`: the staff member is in one of the projects `:project_ids`. Staff members who are in
 * no project belong to every one. A comparison with `s.tenant_id` would let PostgreSQL collect the rows of all tenants.
 */
export const isStaffOfProjects = `(
        exists (
          select from project_staff p
          where (p.tenant_id, p.staff_id) = (:tenant_id, s.staff_id) and p.project_id = any(:project_ids))
        or not exists (select from project_staff p where (p.tenant_id, p.staff_id) = (:tenant_id, s.staff_id)))`;
