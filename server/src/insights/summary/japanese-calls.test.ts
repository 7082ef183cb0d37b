import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Segment, Speaker } from '../insight.ts';
import { summarizeExtractively } from './extractive-summary.ts';

// Calls as engines write them down: some with full stops, some without, with fillers and courtesies.

type Call = {
  name: string;
  lines: [Speaker, string][];
  /** Each of these stands in the summary. */
  says: string[];
  keywords: string[];
  noKeywords?: string[];
};

const calls: Call[] = [
  {
    name: 'an invoice goes to another address',
    lines: [
      ['staff', 'お電話ありがとうございます。サンプル商事サポートセンターの佐藤でございます。'],
      ['customer', 'お世話になっております。山田工業の山田と申します。'],
      ['staff', 'いつもお世話になっております。本日はどのようなご用件でしょうか。'],
      ['customer', '請求書の送付先を変更したいのですが。'],
      ['staff', 'かしこまりました。恐れ入りますが、お客様番号を教えていただけますでしょうか。'],
      ['customer', 'はい、えーと、A1234です。'],
      ['staff', '確認いたしますので少々お待ちください。'],
      ['staff', 'お待たせいたしました。新しい送付先のご住所をお願いいたします。'],
      ['customer', '大阪市北区の新しい事務所です。来月から移転するので、経理部宛てに送ってください。'],
      ['staff', '承知いたしました。来月分の請求書から、大阪の事務所の経理部宛てにお送りいたします。'],
      ['customer', 'ありがとうございます。よろしくお願いいたします。'],
      ['staff', 'お電話ありがとうございました。失礼いたします。'],
    ],
    says: ['請求書の送付先を変更したい', '経理部宛てにお送りいたします'],
    keywords: ['請求書', '送付先'],
  },
  {
    name: 'the internet does not work, written without full stops',
    lines: [
      ['staff', 'お電話ありがとうございますサンプル通信カスタマーセンターの田中です'],
      ['customer', 'あのすみません昨日からインターネットに接続できないんですけど'],
      ['staff', 'ご不便をおかけして申し訳ございません'],
      ['staff', 'ルーターのランプは何色に点灯していますか'],
      ['customer', 'えーと赤いランプが点滅しています'],
      ['staff', 'なるほどそれではルーターの電源を一度抜いていただけますか'],
      ['customer', 'はい抜きました'],
      ['staff', 'ありがとうございます 一分ほど待ってから電源を入れ直してください'],
      ['customer', 'やっぱり赤いままです'],
      ['staff', 'かしこまりましたルーターの故障の可能性がございますので明日の午前中に交換用の機器をお届けいたします'],
      ['customer', 'わかりましたお願いします'],
      ['staff', 'よろしくお願いいたします失礼いたします'],
    ],
    says: ['インターネットに接続できないんですけど', '交換用の機器をお届けいたします'],
    keywords: ['インターネット', 'ルーター', '電源'],
  },
  {
    name: 'an appointment at a dentist is moved',
    lines: [
      ['staff', 'はい、さくら歯科クリニックでございます。'],
      ['customer', 'もしもし、予約の変更をお願いしたいんですが。'],
      ['staff', 'はい、お名前をフルネームでお願いいたします。'],
      ['customer', '鈴木花子です。'],
      ['staff', '鈴木花子様ですね。木曜日の午後三時のご予約ですね。'],
      ['customer', 'はい、そうです。子どもが熱を出してしまって、木曜日は行けなくなったんです。'],
      ['staff', 'そうでしたか。お大事になさってください。ご希望の日時はございますか。'],
      ['customer', '来週の火曜日の夕方は空いていますか。'],
      ['staff', '火曜日でしたら、午後五時半が空いております。'],
      ['customer', 'じゃあ、それでお願いします。'],
      ['staff', '承知いたしました。火曜日の午後五時半に予約を変更いたしました。'],
      ['customer', 'ありがとうございます。失礼します。'],
    ],
    says: ['予約の変更をお願いしたいんですが', '予約を変更いたしました'],
    keywords: ['予約', '火曜日'],
    noKeywords: ['鈴木花子', '午後'],
  },
  {
    name: 'an amount was debited twice',
    lines: [
      ['staff', 'お電話ありがとうございます。みどりカードサービスの高橋でございます。'],
      ['customer', 'すみません、口座振替の引き落としが二重になっているみたいなんですが。'],
      ['staff', '左様でございますか。ご迷惑をおかけして申し訳ございません。'],
      ['staff', 'ご本人様確認のため、生年月日を教えていただけますか。'],
      ['customer', '昭和五十五年四月十日です。'],
      ['staff', 'ありがとうございます。少々お待ちくださいませ。'],
      ['staff', '大変お待たせいたしました。確かに九月の引き落としが二回行われております。'],
      ['customer', 'そうですよね。返金していただけるんでしょうか。'],
      ['staff', 'はい、システムの不具合が原因でした。差額は五営業日以内に同じ口座へ返金いたします。'],
      ['customer', 'わかりました。手数料はかかりますか。'],
      ['staff', 'いえ、手数料は弊社が負担いたします。'],
      ['customer', 'なるほど。ではよろしくお願いします。'],
    ],
    says: ['引き落としが二重になっている', '同じ口座へ返金いたします'],
    keywords: ['引き落とし', '口座振替', '手数料'],
  },
  {
    name: 'a contract is canceled, with a fee',
    lines: [
      ['customer', 'お世話になります、契約しているプランの解約をしたいんですけれども'],
      ['staff', 'お世話になっております 解約のお手続きですね'],
      ['staff', '差し支えなければ理由をお聞かせいただけますか'],
      ['customer', '海外に転勤することになりまして、スマートフォンを使わなくなるんです'],
      ['staff', 'さようでございますか'],
      ['customer', '違約金はかかりますか'],
      ['staff', '二年契約の更新月が来月ですので、今月中の解約ですと違約金が九千五百円かかります'],
      ['customer', 'じゃあ来月の更新月に解約します'],
      ['staff', 'かしこまりました それでは来月一日付けで解約の手続きを予約いたします'],
      ['customer', '助かります ありがとうございます'],
      ['staff', 'とんでもございません 失礼いたします'],
    ],
    says: ['プランの解約をしたい', '解約の手続きを予約いたします'],
    keywords: ['解約', '違約金', '更新月'],
  },
  {
    name: 'goods arrived broken',
    lines: [
      ['staff', 'お電話ありがとうございます、オンラインショップ受付の中村です。'],
      ['customer', 'こんにちは。先週注文したコーヒーメーカーが届いたんですけど、ガラスのポットが割れていました。'],
      ['staff', 'それは大変申し訳ございませんでした。'],
      ['staff', '注文番号をお願いできますか。'],
      ['customer', '七八九の一二三です。'],
      ['staff', 'ありがとうございます。商品の写真をメールで送っていただけますでしょうか。'],
      ['customer', '写真はもう撮ってあります。新しいものと交換してもらえますか。'],
      ['staff', 'はい、もちろんです。写真を確認次第、代わりのコーヒーメーカーを発送いたします。'],
      ['customer', '割れた商品はどうすればいいですか。'],
      ['staff', '配達員が交換の際に引き取ります。送料はかかりません。'],
      ['customer', '承知しました。よろしくお願いいたします。'],
    ],
    says: ['ガラスのポットが割れていました', '代わりのコーヒーメーカーを発送いたします'],
    keywords: ['コーヒーメーカー', '写真', '商品'],
  },
  {
    name: 'a quotation is made again',
    lines: [
      ['staff', 'お電話ありがとうございます 株式会社サンプルの伊藤でございます'],
      ['customer', '先日いただいた見積書の件でお電話しました'],
      ['staff', 'ありがとうございます 見積書の件ですね'],
      ['customer', 'はい 数量を百台から百五十台に増やした場合の単価を教えてほしいんですが'],
      ['staff', '百五十台ですと単価は一台あたり八千二百円になります'],
      ['customer', '納期は変わりますか'],
      ['staff', '納期は二週間から三週間になります'],
      ['customer', 'では百五十台で見積書を作り直していただけますか'],
      ['staff', '承知いたしました 本日中に新しい見積書をメールでお送りいたします'],
      ['customer', 'よろしくお願いします'],
      ['staff', 'ありがとうございます 失礼いたします'],
    ],
    says: ['見積書の件', '見積書をメールでお送りいたします'],
    keywords: ['見積書', '単価', '納期'],
    noKeywords: ['株式会社', '本日'],
  },
];

/** No summary is made of these. */
const courtesies =
  /ありがとうございま|お世話にな|よろしくお願い|失礼いたし|失礼します|かしこまりました|承知(?:いた)?しました|お待ちください|お待たせ|申し訳ございません|どのようなご用件|左様でございますか|と申します|でございます[。$]|なるほど|もしもし|(?:^|。)(?:はい|ええ|えーと)/u;

const summaryOf = ({ lines }: Call, language: string | null = 'ja') =>
  summarizeExtractively({
    language,
    segments: lines.map(
      ([speaker, text], index): Segment => ({
        ...{ index, speaker, start_seconds: index * 5, end_seconds: index * 5 + 4, text },
        ...{ confidence: null, language },
      }),
    ),
  });

for (const call of calls) {
  test(`the summary and the keywords say what a call is about: ${call.name}`, () => {
    const { text, key_points, keywords } = summaryOf(call);
    if (process.env.SHOW) console.log({ text, key_points, keywords });
    for (const said of call.says) assert.ok(text.includes(said), `${said} in ${text}`);
    assert.doesNotMatch(text, courtesies);
    for (const point of key_points) {
      assert.doesNotMatch(point, courtesies);
      assert.ok(
        call.lines.some(([, line]) => line.includes(point)),
        point,
      );
    }
    assert.ok(key_points.length >= 3, key_points.join());
    for (const word of call.keywords) assert.ok(keywords.includes(word), `${word} in ${keywords}`);
    for (const word of ['確認', '電話', 'お電話', '失礼', '少々', 'ございます', ...(call.noKeywords ?? [])])
      assert.ok(!keywords.includes(word), `${word} in ${keywords}`);
    assert.ok(
      keywords.every((word) => !/^\p{Script=Hiragana}+$/u.test(word)),
      keywords.join(),
    );
  });
}

test('a summary is the same if the language of the call is not known', () => {
  for (const call of calls) assert.deepEqual(summaryOf(call, null), summaryOf(call));
});

test('sentences of a summary are divided, also where the engine wrote no full stop', () => {
  for (const call of calls) {
    const { text } = summaryOf(call);
    assert.match(text, /[。？]$/u);
    assert.doesNotMatch(text, /。。|\s$/u);
  }
});

test('a call of courtesies alone has a summary of its own sentences', () => {
  const lines: [Speaker, string][] = [
    ['staff', 'お電話ありがとうございます。'],
    ['customer', 'すみません、間違えました。失礼します。'],
  ];
  const { text, keywords } = summaryOf({ name: '', lines, says: [], keywords: [] });
  assert.equal(text, '間違えました。');
  assert.deepEqual(keywords, []);
});

test('a text of courtesies without end is read in no time', () => {
  const begin = process.cpuUsage();
  for (const text of [
    'はい'.repeat(1_000),
    'えー'.repeat(1_000),
    'お待たせいたしまし'.repeat(220),
    'ありがとう'.repeat(400),
  ])
    summaryOf({ name: '', lines: [['staff', text]], says: [], keywords: [] });
  const { user, system } = process.cpuUsage(begin);
  assert.ok(user + system < 1_000_000, `${user + system} µs`);
});
