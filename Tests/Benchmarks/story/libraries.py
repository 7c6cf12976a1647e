"""The story by libraries that people put pictures together with, in this process, one thread each."""

import io

import numpy
import pyvips
import skia
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from story import scene

X, Y, W, H = scene.PANEL
#: Glass is blurred at this fraction of the panel's size.
SMALLER = 4


def pillow():
    font = ImageFont.truetype(str(scene.font_file()), scene.SIZE)
    rows = [value for row in scene.saturation_rows() for value in (*row, 0)]
    corners = Image.new("L", (W, H))
    ImageDraw.Draw(corners).rounded_rectangle((0, 0, W - 1, H - 1), scene.RADIUS, 255)

    def render(photo, words=scene.WORDS):
        picture = Image.open(photo)
        # Only the panel, and all of its glass at a quarter of the size: nothing finer survives the blur.
        glass = picture.crop((X, Y, X + W, Y + H)).reduce(SMALLER) \
            .filter(ImageFilter.GaussianBlur(scene.SIGMA / SMALLER)).convert("RGB", rows)
        glass = Image.blend(glass, Image.new("RGB", glass.size, "white"), scene.WHITE)
        picture.paste(glass.resize((W, H), Image.Resampling.BILINEAR), (X, Y), corners)
        margin = 40
        height = 2 * scene.LINE + 2 * margin
        text = Image.new("RGBA", (W, height))
        draw = ImageDraw.Draw(text)
        for index, line in enumerate(words):
            draw.text((W / 2, margin + index * scene.LINE + 75), line, scene.FILL, font,
                      anchor="ms", stroke_width=scene.STROKE_WIDTH // 2, stroke_fill=scene.STROKE)
        shadow = text.getchannel("A").filter(ImageFilter.GaussianBlur(scene.SHADOW_SIGMA)) \
            .point(lambda alpha: alpha * scene.SHADOW_OPACITY)
        picture.paste("black", (X, scene.TOP - margin + scene.SHADOW_DY), shadow)
        picture.paste(text, (X, scene.TOP - margin), text)
        result = io.BytesIO()
        picture.save(result, "JPEG", quality=scene.QUALITY)
        return result.getvalue()

    return render


def by_skia():
    face = skia.Typeface.MakeFromFile(str(scene.font_file()))
    font = skia.Font(face, scene.SIZE)
    matrix = [value for row in scene.saturation_rows() for value in (*row, 0, 0)] + [0, 0, 0, 1, 0]
    look = skia.ImageFilters.ColorFilter(
        skia.ColorFilters.Matrix(matrix),
        skia.ImageFilters.Blur(scene.SIGMA / SMALLER, scene.SIGMA / SMALLER, skia.TileMode.kClamp, None))
    panel = skia.RRect.MakeRectXY(skia.Rect.MakeXYWH(X, Y, W, H), scene.RADIUS, scene.RADIUS)
    # (A layer with a backdrop filter ends this binding by SIGSEGV.)
    glass = skia.Paint(ImageFilter=look)
    seen = skia.IRect.MakeXYWH(X, Y, W, H)
    white = skia.Paint(AntiAlias=True, Color=skia.Color(255, 255, 255, round(255 * scene.WHITE)))
    stroke = skia.Paint(AntiAlias=True, Color=0xFF000000 | int(scene.STROKE[1:], 16),
                        Style=skia.Paint.kStroke_Style, StrokeWidth=scene.STROKE_WIDTH,
                        StrokeJoin=skia.Paint.kRound_Join)
    fill = skia.Paint(AntiAlias=True, Color=0xFFFFFFFF)
    shadow = skia.Paint(ImageFilter=skia.ImageFilters.DropShadow(
        0, scene.SHADOW_DY, scene.SHADOW_SIGMA, scene.SHADOW_SIGMA,
        skia.Color(0, 0, 0, round(255 * scene.SHADOW_OPACITY))))

    reduced = skia.Surface(W // SMALLER, H // SMALLER)
    smooth = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kNearest)
    linear = skia.SamplingOptions(skia.FilterMode.kLinear)

    def render(photo, words=scene.WORDS):
        surface = skia.Surface(scene.WIDTH, scene.HEIGHT)
        with surface as canvas:
            canvas.drawImage(skia.Image.MakeFromEncoded(skia.Data(photo.read_bytes())), 0, 0)
            canvas.save()
            canvas.clipRRect(panel, True)
            with reduced as small:
                small.drawImageRect(surface.makeImageSnapshot(seen), skia.Rect.MakeWH(W, H),
                                    skia.Rect.MakeWH(W // SMALLER, H // SMALLER), smooth)
            with reduced as small:
                small.drawImage(reduced.makeImageSnapshot(), 0, 0, skia.SamplingOptions(), glass)
            canvas.drawImageRect(reduced.makeImageSnapshot(), skia.Rect.MakeWH(W // SMALLER, H // SMALLER),
                                 skia.Rect.MakeXYWH(X, Y, W, H), linear)
            canvas.drawRRect(panel, white)
            canvas.restore()
            canvas.saveLayer(skia.Rect.MakeXYWH(X, scene.TOP - 40, W, 2 * scene.LINE + 80), shadow)
            for index, line in enumerate(words):
                blob = skia.TextBlob.MakeFromString(line, font)
                left = X + (W - font.measureText(line)) / 2
                for paint in (stroke, fill):
                    canvas.drawTextBlob(blob, left, scene.TOP + 75 + index * scene.LINE, paint)
            canvas.restore()
        return bytes(surface.makeImageSnapshot().encodeToData(
            skia.EncodedImageFormat.kJPEG, scene.QUALITY))

    return render


def vips():
    corners = pyvips.Image.svgload_buffer(
        f'<svg width="{W}" height="{H}"><rect width="{W}" height="{H}" rx="{scene.RADIUS}"/></svg>'
        .encode())[3].copy_memory()
    matrix = pyvips.Image.new_from_array(scene.saturation_rows())

    def render(photo, words=scene.WORDS):
        picture = pyvips.Image.new_from_file(str(photo), access="random")
        glass = picture.crop(X, Y, W, H).shrink(SMALLER, SMALLER) \
            .gaussblur(scene.SIGMA / SMALLER, precision="integer").recomb(matrix)
        glass = (glass * (1 - scene.WHITE) + 255 * scene.WHITE).cast("uchar") \
            .resize(SMALLER, kernel="linear").bandjoin(corners).copy(interpretation="srgb")
        lines = "".join(
            f'<text x="{W / 2}" y="{40 + 75 + index * scene.LINE}">{line}</text>'
            for index, line in enumerate(words))
        svg = (f'<svg width="{W}" height="{2 * scene.LINE + 80}"><g text-anchor="middle" '
               f'font-family="{scene.FAMILY}" font-weight="700" font-size="{scene.SIZE}" '
               f'fill="{scene.FILL}" stroke="{scene.STROKE}" stroke-width="{scene.STROKE_WIDTH}" '
               f'stroke-linejoin="round" paint-order="stroke">{lines}</g></svg>')
        text = pyvips.Image.svgload_buffer(svg.encode()).copy_memory()
        soft = text[3].gaussblur(scene.SHADOW_SIGMA, precision="integer") * scene.SHADOW_OPACITY
        shadow = (text[:3] * 0).bandjoin(soft).cast("uchar").copy(interpretation="srgb")
        picture = picture.composite([glass, shadow, text], "over", x=[X, X, X],
                                    y=[Y, scene.TOP - 40 + scene.SHADOW_DY, scene.TOP - 40])
        return picture.flatten().jpegsave_buffer(Q=scene.QUALITY)

    return render


def opaque(picture):
    """The pixels of a JPEG as numbers, to look at and to compare."""
    return numpy.asarray(Image.open(io.BytesIO(picture)).convert("RGB")).astype(int)


def distance(one, other):
    """The mean difference of two JPEGs, of 255."""
    return numpy.abs(opaque(one) - opaque(other)).mean()


def require_same(pictures):
    """Fails unless all of them show the same: an empty page or a missing panel is quick to render."""
    first, *rest = pictures.items()
    for name, picture in rest:
        if (found := distance(first[1], picture)) > 2:
            raise RuntimeError(f"{name} and {first[0]} are {found:.2f} of 255 apart on average")
