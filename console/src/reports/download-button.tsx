import { Button } from '@mantine/core';
import { useText } from '../i18n/language.tsx';
import { saveFile, writeCsv } from '../parts/files/csv.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { reportMessages } from './messages.ts';

type DownloadProps = { label: string; name: string; rows: (string | number | null)[][] };

export function DownloadButton({ label, name, rows }: DownloadProps) {
  const say = useText(reportMessages);
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={label}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => saveFile(name, writeCsv(rows))}
    >
      {say('download')}
    </Button>
  );
}
