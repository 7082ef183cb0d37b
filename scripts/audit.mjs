// `npm run audit`: writes the bill of materials (CycloneDX) to the file that is named, and fails if a package has a license
// that is not on the list, or a known vulnerability that is high or critical. Advisories need the registry: without it, that
// part is left out with a message, and does not fail.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

/** Licenses that may be used in and beside a program under Apache-2.0. MPL-2.0 is for tools that are not changed. */
const allowed = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Zlib', 'Unlicense', 'CC0-1.0'],
  ...['BlueOak-1.0.0', 'Python-2.0', 'PostgreSQL', 'MPL-2.0'],
]);

/** Of alternatives one suffices, of a combination every part is needed; an expression with both is left to a person. */
const isAllowed = (expression) =>
  !(/ OR /.test(expression) && / AND /.test(expression)) &&
  expression
    .replace(/[()]/g, '')
    .split(/ OR /)
    .some((alternative) => alternative.split(/ AND /).every((license) => allowed.has(license.trim())));

const licenseOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ');

const npm = (...options) => {
  const { stdout } = spawnSync('npm', options, { encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 120_000 });
  try {
    return JSON.parse(stdout);
  } catch {
    return undefined;
  }
};

const faults = [];
const [file] = process.argv.slice(2);

const bill = npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only');
if (!bill?.components?.length) faults.push('npm made no bill of materials.');
else {
  if (file) writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  for (const component of bill.components) {
    const license = licenseOf(component);
    if (!isAllowed(license))
      faults.push(`${component.name} ${component.version}: the license ${license || '(none)'} is not on the list.`);
  }
  console.log(`${bill.components.length} packages.${file ? ` The bill of materials is in ${file}.` : ''}`);
}

const report = npm('audit', '--json', '--audit=true');
const counts = report?.metadata?.vulnerabilities;
if (!counts)
  console.log('The advisories of the npm registry are not reachable: known vulnerabilities were not checked.');
else {
  for (const { name, severity } of Object.values(report.vulnerabilities ?? {}))
    if (['high', 'critical'].includes(severity)) faults.push(`${name} has a known vulnerability: ${severity}.`);
  console.log(`Known vulnerabilities: ${counts.total}.`);
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
