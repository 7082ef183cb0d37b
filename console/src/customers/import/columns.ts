/** The fields that a column of a file can become. */
export const importFields = [
  'name',
  'name_kana',
  'external_id',
  'tel1',
  'tel2',
  'tel3',
  'email',
  'company_name',
  'address',
  'notes',
] as const;
export type ImportField = (typeof importFields)[number];

/** The field for each column of a file; undefined columns are left out. */
export type Mapping = (ImportField | undefined)[];

/** Names of these fields in other systems, in lower case and without spaces and punctuation. */
const otherNames: Record<ImportField, string[]> = {
  name: ['name', 'fullname', 'customername', '名前', '氏名', '顧客名', 'お名前'],
  name_kana: ['namekana', 'kana', 'furigana', 'フリガナ', 'ふりがな', 'カナ', '氏名カナ', '氏名フリガナ'],
  external_id: ['externalid', 'id', 'customerid', 'crmid', '外部id', '顧客id', '顧客番号', '顧客コード'],
  tel1: [
    'tel1',
    'tel',
    'phone',
    'telephone',
    'phonenumber',
    'mobile',
    '電話',
    '電話番号',
    '電話番号1',
    '携帯',
    '携帯電話',
  ],
  tel2: ['tel2', 'phone2', '電話番号2', '電話2'],
  tel3: ['tel3', 'phone3', '電話番号3', '電話3'],
  email: ['email', 'mail', 'emailaddress', 'メール', 'メールアドレス'],
  company_name: ['companyname', 'company', 'organization', '会社', '会社名', '法人名'],
  address: ['address', '住所'],
  notes: ['notes', 'note', 'memo', 'remarks', 'メモ', '備考'],
};

/** Guesses the mapping from the column names; each field is used once. */
export function guessMapping(header: string[]): Mapping {
  const taken = new Set<ImportField>();
  return header.map((title) => {
    const plain = title.toLowerCase().replace(/[\s_\-.()（）]/g, '');
    const field = importFields.find((name) => !taken.has(name) && otherNames[name].includes(plain));
    if (field) taken.add(field);
    return field;
  });
}

export function duplicateIn(mapping: Mapping): ImportField | undefined {
  return mapping.find((field, at): field is ImportField => field !== undefined && mapping.indexOf(field) !== at);
}

export type ImportedCustomer = Partial<Record<ImportField, string>> & { project_id: number };

/** A row as the API takes it. An empty cell has no value. */
export function customerOf(row: string[], mapping: Mapping, projectId: number): ImportedCustomer {
  const values = mapping.flatMap((field, at) => {
    const value = row[at]?.trim() ?? '';
    return field && value !== '' ? [[field, value]] : [];
  });
  return { project_id: projectId, ...Object.fromEntries(values) };
}
