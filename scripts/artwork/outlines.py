"""Label type as outlines, so that a label looks the same on a machine without fonts. Reads TrueType files of @expo-google-fonts packages
(SIL Open Font License; see src/demo/artwork/type/LICENSE.txt). Needs fonttools.
python3 outlines.py PACKAGES_FOLDER OUT_FOLDER"""
import json
import os
import sys

from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

FACES = {
    'garamond': 'cormorant-garamond/600SemiBold/CormorantGaramond_600SemiBold.ttf',
    'jost': 'jost/400Regular/Jost_400Regular.ttf',
    'bodoni': 'bodoni-moda/400Regular/BodoniModa_400Regular.ttf',
}
CHARS = ' ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,-&\'’!?()/:+°·–ÀÁÂÄÇÉÈÊËÍÌÎÏÓÒÔÖÚÙÛÜàáâäçéèêëíìîïóòôöúùûüñŒœ'
KERNED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\'’É.'


class Relative(BasePen):
    """SVG path data in relative whole numbers: about half as long as absolute."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.out, self.at = [], (0, 0)

    def put(self, letter, *points):
        points = [(round(x), round(y)) for x, y in points]
        numbers = ''.join(f'{"" if v < 0 else " "}{v}' for p in points for v in (p[0] - self.at[0], p[1] - self.at[1]))
        self.out.append(letter + numbers.lstrip())
        self.at = points[-1]

    def _moveTo(self, p):
        self.put('m', p)
        self.start = self.at

    def _lineTo(self, p):
        self.put('l', p)

    def _qCurveToOne(self, a, p):
        self.put('q', a, p)

    def _curveToOne(self, a, b, p):
        self.put('c', a, b, p)

    def _closePath(self):
        self.out.append('z')
        self.at = self.start


def kerning(font, names):
    """Pair adjustments of the GPOS table, first match wins."""
    pairs = {}
    table = font['GPOS'].table if 'GPOS' in font else None
    lookups = []
    for record in table.FeatureList.FeatureRecord if table else []:
        if record.FeatureTag == 'kern':
            lookups += [i for i in record.Feature.LookupListIndex if i not in lookups]
    for index in lookups:
        for sub in table.LookupList.Lookup[index].SubTable:
            sub = sub.ExtSubTable if hasattr(sub, 'ExtSubTable') else sub
            if sub.LookupType != 2:
                continue
            covered = {g: i for i, g in enumerate(sub.Coverage.glyphs)}
            for a, left in names.items():
                if left not in covered or a not in KERNED:
                    continue
                for b, right in names.items():
                    if b not in KERNED or a + b in pairs:
                        continue
                    value = None
                    if sub.Format == 1:
                        for pair in sub.PairSet[covered[left]].PairValueRecord:
                            if pair.SecondGlyph == right:
                                value = pair.Value1
                    else:
                        record = sub.Class1Record[sub.ClassDef1.classDefs.get(left, 0)]
                        value = record.Class2Record[sub.ClassDef2.classDefs.get(right, 0)].Value1
                    if value is not None and getattr(value, 'XAdvance', 0):
                        pairs[a + b] = value.XAdvance
    return pairs


def main(packages, out):
    os.makedirs(out, exist_ok=True)
    for face, path in FACES.items():
        font = TTFont(os.path.join(packages, path))
        scale = 1000 / font['head'].unitsPerEm
        glyphs, cmap = font.getGlyphSet(), font.getBestCmap()
        names = {c: cmap[ord(c)] for c in CHARS if ord(c) in cmap}
        drawn = {}
        for char, name in names.items():
            pen = Relative(glyphs)
            glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
            drawn[char] = [round(glyphs[name].width * scale), ''.join(pen.out)]
        about = {
            'capHeight': round(font['OS/2'].sCapHeight * scale),
            'kern': {pair: round(v * scale) for pair, v in kerning(font, names).items() if abs(v * scale) >= 8},
            'glyphs': drawn,
        }
        with open(os.path.join(out, face + '.json'), 'w') as file:
            json.dump(about, file, ensure_ascii=False, separators=(',', ':'))
            file.write('\n')
        print(face, len(drawn), 'glyphs', len(about['kern']), 'pairs', os.path.getsize(os.path.join(out, face + '.json')) // 1000, 'kB')


main(*sys.argv[1:])
