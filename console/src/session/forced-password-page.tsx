import type { Session } from '../api/types.ts';
import { useText } from '../i18n/language.tsx';
import { sessionMessages } from './messages.ts';
import { OutsideFrame } from './outside-frame.tsx';
import { PasswordForm } from './password-form.tsx';

export function ForcedPasswordPage({ session }: { session: Session }) {
  const say = useText(sessionMessages);
  return (
    <OutsideFrame title={say('newPassword')} about={say('newPasswordAbout')}>
      <PasswordForm email={session.administrator.email} isFirst />
    </OutsideFrame>
  );
}
