import { Text, Tooltip } from '@mantine/core';
import { useText } from '../../i18n/language.tsx';
import type { Call } from '../call.ts';
import { endingMessages } from './ending-messages.ts';

type Known = keyof typeof endingMessages.en;
const isKnown = (key: string): key is Known => key in endingMessages.en;

/** The API may have new reasons, which are shown as they are. */
export function EndReason({ reason }: { reason: string }) {
  const say = useText(endingMessages);
  return isKnown(reason) ? <WithCode text={say(reason)} code={reason} /> : reason;
}

/** The answer of the phone network: in words if the code is a frequent one. */
export function NetworkCode({ call: { sip_code: sip, q850_cause: q850 } }: { call: Call }) {
  const say = useText(endingMessages);
  const code = [sip && `SIP ${sip}`, q850 && `Q.850 ${q850}`].filter(Boolean).join(', ');
  const known = [`q850.${q850}`, `sip.${sip}`].find(isKnown);
  return known ? <WithCode text={say(known)} code={code} /> : code;
}

/** Focusable, so that the code can be read with a keyboard too. */
function WithCode({ text, code }: { text: string; code: string }) {
  return (
    <Tooltip label={code}>
      <Text span size="sm" tabIndex={0} td="underline dotted">
        {text}
      </Text>
    </Tooltip>
  );
}
