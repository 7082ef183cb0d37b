import { Button } from '@mantine/core';
import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react';
import { askNow, isAnswering, useConnection } from '../../api/connection.ts';
import { useText } from '../../i18n/language.tsx';
import { words } from '../words.messages.ts';
import { Empty } from './states.tsx';

type Part<Props> = {
  component: ComponentType<Props> | undefined;
  /**
   * Does nothing if the part is already loaded. A browser does not retry a script that failed to load, so this first asks
   * whether the server answers, unless it answered within that many milliseconds.
   */
  load: (ago?: number) => Promise<void>;
};

const parts: Pick<Part<never>, 'load'>[] = [];

/**
 * A part of the console that is loaded when it is first shown, or before. If it cannot be loaded, because the connection is
 * lost or the server has a newer version, it says so in its place and tries again. The router's own `lazyRouteComponent`
 * reloads the whole page instead, which ends at the browser's error page while there is no connection.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
): FunctionComponent<Props> & { preload: () => Promise<void> } {
  let loading: Promise<void> | undefined;
  const part: Part<Props> = {
    component: undefined,
    async load(ago) {
      if (part.component) return;
      loading ??= isAnswering(ago)
        .then((isThere) => (isThere ? load() : Promise.reject(new Error('The server does not answer.'))))
        .then((component) => {
          part.component = component;
        })
        .finally(() => {
          loading = undefined;
        });
      await loading;
    },
  };
  // A page that could not be preloaded says so when it is shown.
  const preload = () => part.load().catch(() => {});
  parts.push(part);
  return Object.assign((props: Props) => <ShownPart part={part} meanwhile={meanwhile(props)} props={props} />, {
    preload,
  });
}

/** The same for a window: it is loaded when it is first opened, or before. Once opened it stays, so that it can close slowly. */
export function lazyWindow<Props extends { opened: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): FunctionComponent<Props> {
  const Window = lazyPart(load);
  return (props) => {
    const [wasOpened, setWasOpened] = useState(false);
    if (props.opened && !wasOpened) setWasOpened(true);
    return wasOpened ? <Window {...props} /> : null;
  };
}

export type MenuButton = { 'aria-haspopup': 'menu'; 'aria-expanded': false; onClick?: () => void };

/**
 * The same for a menu: until it is first opened there is only its button. The menu has a button of its own, and begins open.
 */
export function lazyMenu<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  button: (props: Props, of: MenuButton) => ReactNode,
): FunctionComponent<Props> {
  const closed: MenuButton = { 'aria-haspopup': 'menu', 'aria-expanded': false };
  const Opened = lazyPart(load, (props) => button(props, closed));
  return (props) => {
    const [wasOpened, setWasOpened] = useState(false);
    return wasOpened ? <Opened {...props} /> : button(props, { ...closed, onClick: () => setWasOpened(true) });
  };
}

type ShownProps<Props> = { part: Part<Props>; meanwhile: ReactNode; props: Props };

function ShownPart<Props extends object>({ part, meanwhile, props }: ShownProps<Props>) {
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading');
  const { returns } = useConnection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: A connection that came back is a reason to try again.
  useEffect(() => setState('loading'), [returns]);
  useEffect(() => {
    if (state !== 'loading') return;
    let isShown = true;
    part.load().then(
      () => isShown && setState('there'),
      () => isShown && setState('failed'),
    );
    return () => {
      isShown = false;
    };
  }, [state, part]);
  const { component: Component } = part;
  if (Component) return <Component {...props} />;
  return state === 'failed' ? <NotLoaded /> : meanwhile;
}

/** Recovers by itself after a loss. Otherwise the server has other scripts than this tab knows, and only a reload helps. */
function NotLoaded() {
  const say = useText(words);
  const { isLost } = useConnection();
  return (
    <Empty
      icon="alert-triangle"
      title={say('notLoaded')}
      action={
        isLost ? (
          <Button onClick={() => void askNow()}>{say('tryAgain')}</Button>
        ) : (
          <Button onClick={() => location.reload()}>{say('reload')}</Button>
        )
      }
    >
      {say(isLost ? 'notLoadedOffline' : 'notLoadedNewer')}
    </Empty>
  );
}

/** Loads every part that was not shown yet, one after the other, so that pages open without a connection too. */
export async function preloadParts(others: (() => Promise<void>)[]): Promise<void> {
  for (const load of [...others, ...parts.map((part) => () => part.load(1_000))]) await load().catch(() => {});
}
