// Phrases of Japanese telephone talk. Half of what is said is courtesy, which is in every call and says nothing about this one.

const list = (...phrases: string[]) => phrases.join('|');

const please = '(?:ください(?:ませ)?|下さい(?:ませ)?|いただけます(?:か|でしょうか)?|頂けます(?:か|でしょうか)?)';
const courtesies = list(
  '(?:この度は|本日は|いつも|先日は|お忙しいところ)?(?:お電話|ご連絡|ご利用|お問い合わせ|お時間)?(?:を)?(?:いただき|頂き|くださり)?(?:まして)?(?:誠に|どうも|本当に|大変)?ありがとうござい(?:ます|ました)',
  'ありがとう(?!ござい)',
  '(?:いつも)?(?:大変)?お世話になって(?:い|おり)?ます|お世話になります',
  '(?:それでは|では)?(?:どうぞ)?(?:今後とも)?(?:よろしく|宜しく)お願い(?:いた|致)?(?:します|申し上げます)',
  '(?:それでは|では)?失礼(?:いた|致)?し(?:ます|ました)',
  '(?:はい)?(?:かしこまり|畏まり|承知(?:いた|致)?し|了解(?:いた|致)?し|わかり|分かり)ました',
  `(?:お調べ|確認)?(?:いた|致)?(?:しますので|します)?(?:少々|少し|しばらく|そのまま)(?:の間)?お待ち${please}`,
  '(?:大変)?お待たせ(?:いた|致)?(?:しました|しております|して(?:おり)?(?:大変)?申し訳(?:ございません|ありません))',
  '(?:ご(?:迷惑|不便|心配)を(?:お掛け|おかけ)(?:いた|致)?し(?:まして|て)?)?(?:大変|誠に)?申し訳(?:ござい|あり)ません(?:でした)?(?:が)?',
  '恐れ入ります(?:が)?|恐縮です(?:が)?|すみません|すいません|お手数(?:ですが|をおかけしますが|をおかけします)',
  'とんでもない(?:です|ございません)|とんでもございません|どういたしまして|こちらこそ|いえいえ|いえ(?=[、。])|お大事に(?:なさって|して)?ください',
  'そうですか|そうですね|そうなんですね|そうでしたか|(?:左様|さよう)で(?:ございますか|すか)|なるほど(?:ですね)?',
  '(?:はい|ええ|うん|ああ|えっと|えーっと|えーと|えー|あのー|あの|もしもし)(?!\\p{Script=Hiragana})|お願い(?:いた)?します|大丈夫です|結構です',
  'おはようございます|こんにちは|こんばんは|お疲れ様です',
  '(?:本日は|今日は)?(?:どのような|どういった)ご?用件(?:でしょうか|ですか)|(?:本日は|今日は)?(?:どう|いかが)(?:なさい|され)ましたか',
  '(?:また|他に|ほかに)?何?か?ご?(?:不明な?点|不明点|質問)(?:など)?(?:が|は)?(?:ござい|あり)(?:ましたら|ませんか|ますか|ませんでしょうか)(?:いつでも|お気軽に)?(?:ご連絡|お電話|お問い合わせ)?(?:ください|下さい)?(?:ませ)?',
  '(?:他に|ほかに)?(?:何か)?(?:ございますか|よろしいでしょうか|よろしいですか)',
);
const courtesy = new RegExp(courtesies, 'gu');
/** The courtesies and fillers that a sentence begins with. */
const opening = new RegExp(`^(?:(?:${courtesies}|それでは|では|じゃあ|それで)[、。，,\\s]*)+`, 'u');

const introduction =
  /と申します|(?:センター|会社|店|部|課|係|受付|窓口|クリニック|医院|歯科|銀行|サービス|商事|ホテル|サポート|事務局|本社|支店|株式会社[\p{Script=Katakana}ー]+)[、の]?[\p{Script=Han}\p{Script=Katakana}ー\s]{1,8}(?:で(?:ござい)?ます|です)/u;
const identification =
  /(?:名前|フルネーム|住所|電話番号|生年月日|会員番号|お客様番号|契約番号|注文番号|ご?契約者|ご?本人).{0,16}(?:伺|教えて|お願い|お聞き|よろしいでしょうか|いただけます|頂けます)/u;

/** A clause that ended without a full stop: engines often write none. */
const missingStop =
  /(?<=(?:です|ます|ました|でした|ません|でしょう|ください|下さい)[かねよ]?|ですけど|んですが|のですが)(?:[ 　]+|(?=[\p{Script=Han}\p{Script=Katakana}]))/u;

/** The sentences of a text that has few full stops, or none. */
export function japaneseSentences(text: string): string[] {
  const segmenter = new Intl.Segmenter('ja', { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim())
    .flatMap((sentence) => sentence.split(missingStop))
    .map((sentence) => sentence.replace(opening, '').trim());
}

/** The text without courtesies: what is left of it is about the call. */
export const withoutCourtesies = (text: string) => text.replace(courtesy, '');

/** Whether a sentence says who speaks, or repeats it. */
export const isIntroduction = (text: string) => introduction.test(text) || /様ですね/u.test(text);

/** Whether a question only establishes who is calling. */
export const isIdentification = (text: string) => identification.test(text);

/** The beginnings of what customers want: wishes, questions, and what does not work. */
export const japaneseRequest =
  /んですが|んですけ|のですが|たいん|たいの|たいです|たくて|たいと思|たいけど|たいが|ほしい|欲しい|お願いし|お願いでき|できますか|できません|できない|できなく|いただけます|もらえます|教えて|でしょうか|ですか|の件|について|ないんです|なくて|ないの|なくなっ|おりません|ていません|困って|故障|壊れ|おかしい|調子が|間違/u;

/** How staff say what was or will be done. */
export const japaneseOutcome =
  /(?:いた|致)しま(?:す|した)|させて(?:いただ|頂)き(?:ます|ました)|(?:お送り|お届け|ご?連絡|お伝え|変更|発送|手配|予約)しま(?:す|した)/u;
