"""Sets vertical texts with Scrim and with Chromium and compares the pictures where they stand.

Chromium rounds the metrics of fonts and the origins of glyphs in columns, and puts columns between pixels, so Scrim's
are moved by less than a pixel, not snapped, and the best picture counts. It must reach an SSIM of 0.95.
Of each scene `NAME.png` shows expected, actual and difference.

    columns.py --scrim .build/release/scrim --out .build/oracle [--only NAME]
"""

from html import escape
from itertools import product

from beside import by_chromium, by_scrim, run
from pictures import side_by_side, ssim

LEAST = 0.95
# No better place is looked for.
GOOD = 0.98
MARGIN = 20
SIZE = (360, 280)
SANS, SERIF = "Noto Sans CJK JP", "Noto Serif CJK JP"
CAT = "船は港に着いた。荷はまだ軽い。だれが積んだか猫にさえ見当がつかぬ。"
SPEECH = "「何でも」と（彼は）言った。『本』、【注】〔補〕〈名〉《題》！？"
MIXED = "2026年11月、Tokyoでvertical textを組む。CSS、PDFとSVG。"
RUBY = "船は<ruby>港<rt>みなと</rt></ruby>に着いて、<ruby>渡<rt>わた</rt>守<rt>もり</rt></ruby>は<ruby>東京<rt>とうきょう</rt></ruby>へ。"
WIDE = "その<ruby>猫<rt>ねこ</rt></ruby>、<ruby>案内所<rt>あん</rt></ruby>の<ruby>志<rt>こころざし</rt></ruby>。"
HANGING = "ある<ruby>狐<rt>きつね</rt></ruby>の<ruby>志<rt>こころざし</rt></ruby>と<ruby>港<rt>みなと</rt></ruby>や<ruby>東京<rt>とうきょうと</rt></ruby>"
CHINESE = "今天下午有雨，猫睡在窗边。风停了以后，船还没回来。"

# Each with the text's keys; "html" is the words of the page if they
# are not the string.
SCENES = {
    "columns-plain": {"string": CAT},
    "columns-serif": {"string": CAT, "font": SERIF},
    "columns-bold": {"string": CAT, "weight": 700},
    "columns-small": {"string": CAT * 3, "size": 13},
    "columns-large": {"string": "船と港猫", "size": 72},
    "columns-odd-size": {"string": CAT, "size": 23.5, "font": SERIF},
    "columns-left-to-right": {"string": CAT, "writingMode": "vertical-lr"},
    "columns-speech": {"string": SPEECH},
    "columns-speech-serif": {"string": SPEECH, "font": SERIF},
    "columns-untrimmed": {"string": SPEECH, "textSpacingTrim": "space-all"},
    "columns-small-kana": {"string": "ちょっとキャッチャーがファッションショーをヴィジュアル化、ぁ行のぃと、ゕとゖ。"},
    "columns-long-vowels": {"string": "ニャーニャー、ラーメン〜ビール～スーパー", "font": SERIF},
    "columns-dashes": {"string": "そして――彼は……去った。‥‥終わり—了"},
    "columns-iteration": {"string": "人々、こゝろ、いすゞ、時々刻々、代々木、〃"},
    "columns-mixed": {"string": MIXED},
    "columns-mixed-serif": {"string": MIXED, "font": SERIF},
    "columns-upright": {"string": MIXED, "textOrientation": "upright"},
    "columns-sideways": {"string": MIXED, "textOrientation": "sideways"},
    "columns-fullwidth": {"string": "ＡＢＣ１２３：；！？（ａ）＝＋ー「Ａ」"},
    "columns-symbols": {"string": "①②③、℃と㎏、→←↑↓、○△□、※〒♪★"},
    "columns-squared": {"string": "㍍㌔㌢㍻㋿と㈱㈲、㎡㏄"},
    "columns-chinese": {"string": CHINESE, "font": "Noto Sans CJK SC", "language": "zh-Hans"},
    "columns-chinese-serif": {"string": CHINESE, "font": "Noto Serif CJK SC", "language": "zh-Hans"},
    "columns-taiwan": {"string": "今天下午有雨，貓睡在窗邊。風停了以後，「船」還沒回來。",
                       "font": "Noto Sans CJK TC", "language": "zh-Hant"},
    "columns-korean": {"string": "저녁에 배가 항구에 닿았다. 고양이는 아직 잔다.", "font": "Noto Sans CJK KR",
                       "language": "ko"},
    "columns-combined": {"string": "昭和64年1月7日、令和8年11月29日", "textCombine": "digits 2", "size": 30,
                         "html": "昭和<i>64</i>年<i>1</i>月<i>7</i>日、令和<i>8</i>年<i>11</i>月<i>29</i>日"},
    "columns-combined-serif": {"string": None, "markup": 'はい<span text_combine="all">!?</span>第<span text_combine="all">100</span>回<span text_combine="all">MHz</span>と',
                               "html": "はい<i>!?</i>第<i>100</i>回<i>MHz</i>と", "font": SERIF, "size": 34},
    "columns-ruby": {"string": None, "markup": RUBY, "html": RUBY, "size": 28, "lineHeight": 2},
    "columns-ruby-serif": {"string": None, "markup": RUBY, "html": RUBY, "size": 28, "lineHeight": 2.2, "font": SERIF},
    "columns-ruby-rows": {"string": None, "markup": RUBY, "html": RUBY, "size": 30, "lineHeight": 2, "writingMode": "horizontal"},
    "columns-ruby-under": {"string": None, "markup": RUBY, "html": RUBY, "size": 28, "lineHeight": 2, "rubyPosition": "under"},
    "columns-ruby-overhang": {"string": None, "markup": HANGING, "html": HANGING, "size": 30, "lineHeight": 2},
    "columns-ruby-overhang-rows": {"string": None, "markup": HANGING, "html": HANGING, "size": 30, "lineHeight": 2, "writingMode": "horizontal"},
    "columns-ruby-grows": {"string": None, "markup": RUBY, "html": RUBY, "size": 28, "lineHeight": 1},
    "columns-ruby-start": {"string": None, "markup": WIDE, "html": WIDE, "size": 30, "lineHeight": 2, "rubyAlign": "start"},
    "columns-ruby-center": {"string": None, "markup": WIDE, "html": WIDE, "size": 30, "lineHeight": 2, "rubyAlign": "center"},
    "columns-ruby-between": {"string": None, "markup": WIDE, "html": WIDE, "size": 30, "lineHeight": 2, "rubyAlign": "space-between"},
    "columns-emphasis": {"string": "船は港、ABと12に着いた。", "textEmphasis": "filled sesame", "lineHeight": 2.4},
    "columns-emphasis-left": {"string": "船は港、猫に着いた。", "textEmphasis": "open circle", "textEmphasisPosition": "under",
                              "font": SERIF, "lineHeight": 2.4},
    "columns-emphasis-grows": {"string": "船は港、猫に着いた。荷はまだ軽い。", "textEmphasis": "triangle", "lineHeight": 1},
    "columns-emphasis-rows": {"string": "船は港、猫に着いた。荷はまだ軽い。", "textEmphasis": "filled dot", "lineHeight": 2.2,
                              "writingMode": "horizontal"},
    "columns-latin": {"string": "Letters of the Latin script lie on their side.", "font": "Noto Sans",
                      "language": "en"},
    "columns-latin-upright": {"string": "HOTEL\nCAFÉ", "font": "Noto Sans", "textOrientation": "upright",
                              "language": "en"},
    "columns-arabic": {"string": "وصل القارب إلى الميناء مساء", "font": "Noto Sans Arabic", "language": "ar"},
    "columns-hyphens": {"string": "Extra\u00adordinary inter\u00adnational hyphen\u00adation", "font": "Noto Sans",
                        "language": "en", "size": 24},
    "columns-mongolian": {"string": "ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ ᠤᠨ ᠦᠰᠦᠭ", "font": "Noto Sans Mongolian", "language": "mn",
                          "writingMode": "vertical-lr", "size": 34},
    "columns-kerned": {"string": "猫とAVATAR、Waffleと犬", "font": SERIF, "size": 36},
    "columns-letter-spacing": {"string": CAT, "letterSpacing": 6},
    "columns-letter-spacing-mixed": {"string": MIXED, "letterSpacing": 3},
    "columns-line-height": {"string": CAT, "lineHeight": 2.2},
    "columns-own-height": {"string": CAT, "lineHeight": None, "font": SERIF},
    "columns-end": {"string": CAT, "align": "end"},
    "columns-centre": {"string": CAT, "align": "center"},
    "columns-justify": {"string": CAT * 2, "align": "justify", "size": 22},
    "columns-indent": {"string": CAT + "\n" + CAT, "textIndent": 24, "size": 20},
    "columns-paragraphs": {"string": "一段落目。\n\n二段落目は長くて折り返す段落です。"},
    "columns-underline": {"string": CAT, "textDecoration": "underline", "size": 30},
    "columns-line-through": {"string": CAT, "textDecoration": "line-through", "size": 24},
    "columns-sizes": {"string": None, "markup": "大<big>きな</big><small>小さな</small>文字と<b>太字</b>",
                      "html": '大<span style="font-size: 1.2em">きな</span><span style="font-size: calc(1em / 1.2)">小さな</span>文字と<b>太字</b>',
                      "size": 36},
    "columns-color": {"string": None, "markup": '赤い<span foreground="#d00000">林檎</span>と青い<span foreground="#0040c0">空</span>',
                      "html": '赤い<span style="color: #d00000">林檎</span>と青い<span style="color: #0040c0">空</span>',
                      "size": 36},
    "columns-background": {"string": None, "markup": '黄の<span background="#ffe066">背景</span>の語',
                           "html": '黄の<span style="background: #ffe066">背景</span>の語', "size": 36},
    "columns-emoji": {"string": "猫😀犬👍🏽鳥❤️と🇯🇵旗", "size": 36, "font": [SANS, "Noto Color Emoji"]},
    "columns-twice": {"string": CAT, "scale": 2},
    "columns-half": {"string": CAT, "scale": 0.5, "size": 34, "lineHeight": 1.4},
    "columns-variants": {"string": "葛󠄀城と葛󠄁城、辻󠄀と辻󠄁", "font": SERIF, "size": 36},
    "columns-stops": {"string": "一、二。三，四．五：六；七・八", "size": 30},
    "columns-unbreakable": {"string": "あいうえおかき」あいうえおかきく。あいうえ「おかきくけこ", "size": 28, "font": SERIF},
    "columns-hang-start": {"string": "あいうえおかっきくけこさーしすせそたゃちつてと々なに", "size": 28},
}


def families(font):
    return ", ".join(f"'{name}'" for name in ([font] if isinstance(font, str) else font))


def style(text):
    rules = {
        "position": "absolute", "left": f"{MARGIN}px", "top": f"{MARGIN}px",
        "width": f"{SIZE[0] - 2 * MARGIN}px", "height": f"{SIZE[1] - 2 * MARGIN}px",
        "writing-mode": text["writingMode"].replace("horizontal", "horizontal-tb"), "text-orientation": text.get("textOrientation", "mixed"),
        "font": f"{text.get('weight', 400)} {text['size']}px {families(text['font'])}",
        "line-height": text.get("lineHeight") or "normal", "unicode-bidi": "plaintext",
        "letter-spacing": f"{text.get('letterSpacing', 0)}px", "text-align": text.get("align", "start"),
        "text-spacing-trim": text.get("textSpacingTrim", "normal"), "white-space": "pre-wrap",
        "line-break": "strict", "text-rendering": "geometricPrecision",
        "text-indent": f"{text.get('textIndent', 0)}px each-line",
        "ruby-align": text.get("rubyAlign", "space-around"), "ruby-position": text.get("rubyPosition", "over"),
        "text-emphasis": text.get("textEmphasis", "none"),
        "text-emphasis-position": "under left" if "textEmphasisPosition" in text else "over right",
        "text-decoration": text.get("textDecoration", "none"),
    }
    return "; ".join(f"{name}: {value}" for name, value in rules.items())


def compare(name, scene, options):
    text = {"font": SANS, "size": 26, "lineHeight": 1.5, "language": "ja", "writingMode": "vertical-rl"} | scene
    words, scale = text.pop("html", None), text.pop("scale", 1)
    text = {key: value for key, value in text.items() if value is not None}
    page = ("<style>i { font-style: normal; text-combine-upright: all }</style>"
            f'<div lang="{text["language"]}" style="{escape(style(text))}">'
            f'{words or escape(text["string"])}</div>')
    shown = by_chromium(name, page, options, scale, size=SIZE)
    best = (0, (0, 0), None)
    for right, down in product((0, 0.25, 0.5, 0.75, -0.25, -0.5, -0.75), (0, 0.5, -0.5)):
        layer = {"frame": {"x": MARGIN + right, "y": MARGIN + down, "width": SIZE[0] - 2 * MARGIN,
                           "height": SIZE[1] - 2 * MARGIN}, "snap": False, "text": text}
        actual = by_scrim(name, [layer], options, scale=scale, background="#fff", size=SIZE)
        expected = shown[:actual.shape[0], :actual.shape[1]]
        best = max(best, (ssim(expected, actual), (right, down), actual), key=lambda one: one[0])
        if best[0] >= GOOD:
            break
    likeness, moved, actual = best
    side_by_side(expected, actual).save(options.out / f"{name}.png")
    return f"SSIM {likeness:.4f}  moved {moved[0]:+}, {moved[1]:+}", likeness >= LEAST


run("columns", SCENES, compare)
