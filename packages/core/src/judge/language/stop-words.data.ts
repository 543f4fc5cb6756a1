/**
 * Words of four letters or more that say nothing about what a text is about; of scripts without spaces, pairs of signs.
 *
 * Invariant: every change changes the version, because deltas record which version judged. A word that means something
 * in one of the languages is on no list, since all lists hold for every text.
 */
interface StopWords {
  readonly version: number;
  /** Signs of Chinese that only join others; a pair with one of them is no term. */
  readonly signs: string;
  readonly words: Readonly<Record<string, string>>;
}

export const STOP_WORDS: StopWords = {
  version: 1,
  signs: '的了是们这那哪吗呢吧啊么她它你我就也都把被着过请',
  words: {
    en: `about above after again against also although always among another because been before being below between both
      cannot could does doing done down during each either else ever every everything from further going have having here
      hers herself himself however instead into itself just keep least less like made make many maybe might more most much
      must myself need needs neither never nothing okay once only other others ought ours ourselves over please rather same
      shall should since some something still such take than thank thanks that their theirs them themselves then there
      these they thing things this those through today together toward towards under unless until upon used uses using very
      want wants well were what whatever when whenever where whether which while whoever whom whose will with within
      without would your yours yourself yourselves`,
    de: `aber alle allem allen aller alles also andere anderen auch ausser bevor bitte damit dann darf dass dein deine deinen
      deiner dem denn deren derer dessen dich diese diesem diesen dieser dieses doch dort durch eine einem einen einer eines
      etwas euch euer eure falls ganz gegen haben hatte hatten hier hinter ihnen ihre ihrem ihren ihrer immer indem jede jedem
      jeden jeder jedes jedoch jene jenem jenen jener jetzt kann kein keine keinem keinen keiner können könnte machen manche
      mehr mein meine meinem meinen meiner mich muss müssen nach nachdem nicht nichts niemals noch oder ohne schon sehr sein
      seine seinem seinen seiner seit sich sind solche soll sollen sollte sondern sonst über unser unsere unter viel vielleicht
      vom von vor während wann warum weil weiter welche welchem welchen welcher welches wenn werde werden wieder wird wirst
      wollen worden wurde wurden würde zwischen`,
    fr: `ainsi alors après assez aucun aucune aussi autre autres avant avec avez avoir avons beaucoup bien ceci cela celle celles
      celui cependant certains ceux chaque chez comme contre dans depuis dernier derrière desquels dessous dessus devant doit
      doivent donc dont elle elles encore entre était étaient être faire fait faut fois ici jamais jusqu jusque juste leur leurs
      lors lorsque mais même mêmes merci moins notre nous parce parfois pendant peut peuvent plus plusieurs plutôt pour
      pourquoi pourtant pouvez près puis quand quel quelle quelles quelque quelques quels quoi sans sauf selon sera seront
      seulement sinon sont sous soyez suis tandis telle tels toujours tous tout toute toutefois toutes très trop vers voici voilà
      votre vous`,
    es: `además ahora algo algún alguna algunas alguno algunos ante antes aquel aquella aquellas aquellos aquí así aunque bajo
      bien cada casi como cómo contra cual cuál cuales cuando cuándo cuanto debe deben desde donde dónde durante ella ellas ellos
      entonces entre eran eres esas esos esta está estaba están estar estas este esto estos favor fueron gracias había hacer hacia
      hasta incluso jamás luego menos mientras mismo mucha muchas mucho muchos nada nadie ninguna ninguno nosotros nuestra
      nuestras nuestro nuestros nunca otra otras otro otros para pero poco porque puede pueden pues quien quién sean según será
      siempre siendo sino sobre solo sólo somos suya suyo también tampoco tanto tener tengo tiene tienen toda todas todavía todo
      todos tras tuyo unas unos usted ustedes vosotros`,
    pt: `agora ainda além algo algum alguma algumas alguns antes após aquela aquelas aquele aqueles aqui aquilo assim através
      cada como contra contudo daquela daquele dela delas dele deles depois desde dessa desse desta deste deve devem disso disto
      durante elas eles enquanto então entre éramos essa essas esse esses esta está estamos estão estar estas estava este estes
      estou fazer foram hoje isso isto já mais mas menos mesma mesmo minha minhas muita muitas muito muitos nada nenhum nenhuma
      nessa nesse nesta neste nossa nossas nosso nossos nunca obrigada obrigado onde outra outras outro outros para pela pelas
      pelo pelos pode podem porém porque pouco quais qual qualquer quando quem seja sempre será seus sobre somente também tanto
      tenho tens toda todas todavia todo todos tudo você vocês`,
    it: `alcuna alcune alcuni alcuno allora altra altre altri altro anche ancora anzi appena avere basta bene benché che chi ciascuno
      cioè come contro cosa così cui dagli dalla dalle dallo degli della delle dello dentro deve devono dopo dove dunque durante
      ecco eppure erano essere fare fino forse fuori grazie hanno infatti invece loro mentre molta molte molti molto negli nella
      nelle nello nessuna nessuno niente nostra nostre nostri nostro nulla ogni oltre oppure perché perciò però piuttosto poco
      poiché possono prima proprio qual quale quali qualche qualcosa quando quanto quella quelle quelli quello questa queste
      questi questo quindi sempre senza siamo siano siete solo soltanto sono sopra sotto stata state stati stato sugli sulla
      sulle suoi tanto troppo tutta tutte tutti tutto vostra vostro`,
    nl: `aan alle alleen alles als altijd andere anders beide bijna binnen daar daarna daarom deze door echter eens elke enkele
      geen geweest gewoon haar hebben heeft hier hoeveel hoewel iemand iets ieder iedere ineens jouw jullie kunnen maar meer meest
      meestal mijn misschien moet moeten naar niet niets nodig nooit omdat onder ondanks onze over sinds slechts soms steeds tegen
      telkens terwijl toch toen totdat tussen uit vaak vanaf veel volgens voor voordat waar waarom wanneer want waren wegens welke
      werd weer wilt worden wordt zelf zelfs zich zijn zodat zonder zoveel zulke zullen`,
    pl: `albo ależ bardzo bądź bez będą będzie byli było były chyba coraz czasem czego czemu często czyli dlaczego dlatego dopiero
      dość gdyby gdzie ich inna inne inny innych jaka jakie jako jednak jego jeszcze jeśli jeżeli każda każde każdego każdej każdy
      kiedy kilka która które którego której który których którzy ktoś lecz lub mają mamy mnie może możesz można musi musisz nade
      nasz nasza nasze nawet nich niech nigdy nimi oraz ponad ponieważ poza proszę przed przede przez przy raczej również
      sobie swoje także taki takie tam tego tej ten teraz też tobie trzeba twoje twój tych tylko tym wami wasz wiele więc
      właśnie wszyscy wszystkie wszystko wśród zawsze żaden żadna żadnych żeby`,
    ru: `без более больше будет будут была были было быть вам вами вами ваш ваша ваше весь вдруг ведь вместо возможно вокруг вот всегда
      всего всей всем всех всю всё где говоря даже для должен должна должно должны другая другие другого другое другой если есть
      ещё еще затем зачем здесь иногда какая какие какой каждая каждое каждый кажется когда которая которого которое которой
      которые который которых кроме либо лишь лучше между меня менее меньше мне много могут может можно мной надо наша наше
      него нельзя нему несколько ничего нибудь никогда никто нужно обычно один одна однако около отсюда очень перед
      пока после потом потому почему почти пожалуйста при просто ради разве ранее самая самый себе себя сейчас сказать снова
      совсем спасибо столько такая также такие такой там тебе тебя теперь тогда тоже только тот туда уже хотя чего через чтобы
      чуть эта эти этих это этого этой этом этот`,
    zh: `我们 你们 他们 她们 它们 咱们 大家 自己 这个 那个 这些 那些 这里 那里 这样 那样 什么 怎么 为什 哪个 哪里 多少 因为 所以 但是 如果 没有
      一个 一下 一些 一样 一直 一定 一起 现在 已经 还是 就是 只是 不是 也是 都是 是不 可以 可能 能不 不能 不要 不用 不会 不再 需要 应该 必须 的时 时候
      之前 之后 以后 以前 然后 而且 并且 或者 以及 关于 对于 通过 根据 请你 请不 请在 你可 我的 你的 他的 的话 的是 了吗 了一 是的 有的 所有 每个 每次
      任何 其他 其它 非常 比较 更加 最好 起来 出来 下来 过来 上面 下面 里面 总是 只有 只能 除非 直到 从现 在起 今后 规则 谢谢`,
    ja: `以下 以上 場合 必要 今後 必要 時間 一つ 全部 今回 次回 以前 以後 本当 自分 我々 常に 必ず`,
    ko: `합니 니다 습니 세요 하세 주세 해주 해요 하지 하는 하고 하여 하면 에서 에게 으로 부터 까지 이나 라고 라는 이다 입니 있습 있는 있다 없는 없다 없습
      그리 리고 그러 그런 이런 저런 어떤 무엇 우리 저희 당신 그것 이것 저것 것은 것을 것이 경우 때문 때에 대한 대해 위해 통해 따라 항상 절대 반드 드시
      모든 다시 지금 이제 앞으 으로 더이 이상 않습 않고 않은 마세 말고 지마 됩니 되는 된다 해야 야합 지만 그래 래서 나요 가요 까요 어요 아요`,
  },
};
