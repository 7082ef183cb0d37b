import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { remember, remembered } from '../remembered.ts';
import { fillIn, type Language, languages, type Messages, type Values } from './messages.ts';

type Chosen = { language: Language; choose: (language: Language) => void };

const LanguageContext = createContext<Chosen | undefined>(undefined);

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const chosen = useMemo(
    () => ({
      language,
      choose: (next: Language) => {
        remember('language', next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={chosen}>{children}</LanguageContext>;
}

/** The language chosen in this browser before, or else the browser's own. */
function firstLanguage(): Language {
  const wanted = [remembered('language'), ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return (
    languages.find((language) => language === wanted.find((tag) => tag && languages.includes(tag as Language))) ?? 'en'
  );
}

export function useLanguage(): Chosen {
  const chosen = useContext(LanguageContext);
  if (!chosen) throw new Error('LanguageProvider is missing.');
  return chosen;
}

export type Say<Key extends string> = (key: Key, values?: Values) => string;

/** The texts of a part in the chosen language: `const say = useText(keyMessages)`. */
export function useText<Key extends string>(messages: Messages<Key>): Say<Key> {
  const { language } = useLanguage();
  return useMemo(() => {
    const texts = messages[language];
    return (key, values) => fillIn(texts[key], values);
  }, [messages, language]);
}
