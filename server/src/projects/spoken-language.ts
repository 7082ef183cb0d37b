/** What is spoken in calls of the project `p` of the tenant `t`, in SQL: what one of them has set, or what its country speaks. */
export const spokenLanguage = `coalesce(p.language, t.language, case t.default_country when 'JP' then 'ja' else 'en' end)`;
