/**
 * SQL expression: the language spoken in calls of the project `p` of the tenant `t`, from either of them, or from the country.
 */
export const spokenLanguage = `coalesce(p.language, t.language, case t.default_country when 'JP' then 'ja' else 'en' end)`;
