import type { Session } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { Door } from './door.tsx';
import { sessionMessages } from './messages.ts';
import { PasswordForm } from './password-form.tsx';

export function ForcedPasswordPage({ session }: { session: Session }) {
  const say = useText(sessionMessages);
  return (
    <Door title={say('newPassword')} about={say('newPasswordAbout')}>
      <PasswordForm email={session.administrator.email} isFirst />
    </Door>
  );
}
