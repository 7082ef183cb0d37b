import { Link } from '@tanstack/react-router';
import { useText } from '../i18n/language.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { paths } from '../paths.ts';
import type { CallItem, CallSigns } from './call.ts';
import classes from './call-table.module.css';
import { listMessages } from './list-messages.ts';
import { callMessages } from './messages.ts';
import { useShownNumber } from './shown-number.ts';

/** The customer or, without one, the number. */
export function useWho(call: CallItem, signs: CallSigns | undefined): string {
  const number = useShownNumber(call.phone_number);
  return signs?.customer?.name ?? number;
}

type Props = {
  call: CallItem;
  signs: CallSigns | undefined;
  /** Without columns, the number takes the place of a missing name. */
  isCard?: boolean;
};

/** Whom a call is with, as the link to its page. The number has a place of its own, so that it stays when the name arrives. */
export function Caller({ call, signs, isCard = false }: Props) {
  const say = useText(callMessages);
  const sayList = useText(listMessages);
  const number = useShownNumber(call.phone_number);
  const isInbound = call.call_type === 'inbound';
  const name = signs?.customer?.name;
  return (
    <div className={classes.caller} data-inbound={isInbound || undefined}>
      <Icon name={isInbound ? 'phone-incoming' : 'phone-outgoing'} size={16} />
      <Link
        to={paths.call}
        params={{ callId: call.call_id }}
        className={`${classes.link} ${isCard ? classes.inCard : ''}`}
        aria-label={`${say(call.call_type)}: ${name === undefined ? '' : `${name} `}${number}`}
        onClick={(event) => event.stopPropagation()}
      >
        {name === undefined ? (
          !isCard && <span aria-hidden>{signs && sayList('unknown')}</span>
        ) : (
          <span className={classes.name} title={name}>
            {name}
          </span>
        )}{' '}
        <span className={isCard && name === undefined ? classes.name : classes.number}>{number}</span>
      </Link>
    </div>
  );
}
