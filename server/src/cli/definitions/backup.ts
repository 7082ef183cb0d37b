import { define } from '../terminal/command.ts';
import { oneOf, optional, required, text } from '../terminal/options.ts';

const bucketAccount =
  'For a bucket, set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION, and AWS_ENDPOINT_URL for a store other than Amazon S3.';

const recordings = optional(oneOf(['with', 'without'], 'Whether recordings are copied as well (default: with)'));

export const backup = define({
  words: 'backup',
  about: 'Write a backup of the database and the recordings',
  details:
    'Servers may go on: the backup has the data of the moment at which it begins. Recordings go to the folder "recordings" beside the file; those that are there already are not copied again. The key that encrypts secrets is not in the backup: keep a copy of it elsewhere. ' +
    bucketAccount,
  options: {
    to: required(text('FILE|s3://...', 'The file to write, in a folder or a bucket')),
    recordings,
  },
  operand: 'to',
  examples: ['backup /mnt/backups/2027-04-01.tar.gz', 'backup s3://backups/trunkline/2027-04-01.tar.gz'],
});

export const restore = define({
  words: 'restore',
  about: 'Load a backup into an empty database',
  details:
    'Set DATA_DIR to an empty folder, or DATABASE_URL to an empty database. A backup of the embedded database can be restored into PostgreSQL, and the other way round. Either all of the database is restored or nothing. If this ends while it copies recordings, add --recordings only and repeat it before servers start: it copies those that are not there yet. ' +
    bucketAccount,
  options: {
    from: required(text('FILE|s3://...', 'The file of the backup')),
    recordings: optional(
      oneOf(['with', 'without', 'only'], 'Whether recordings are copied as well (default: with), or only those'),
    ),
  },
  operand: 'from',
  examples: ['restore /mnt/backups/2027-04-01.tar.gz'],
});
