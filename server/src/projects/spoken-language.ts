const ofCountry = `case t.default_country when 'JP' then 'ja' else 'en' end`;

/** SQL expression: the language of the calls of the tenant `t` whose project sets none. It may be `auto`. */
export const tenantLanguage = `coalesce(t.language, ${ofCountry})`;

/**
 * SQL expression: the language of the calls of the project `p` of the tenant `t`, from either of them, or from the country. It may
 * be `auto`.
 */
export const languageSetting = `coalesce(p.language, ${tenantLanguage})`;

/** SQL expression: the language of what callers hear before anybody has spoken. It is never `auto`. */
export const promptLanguage = `coalesce(nullif(p.language, 'auto'), nullif(t.language, 'auto'), ${ofCountry})`;
