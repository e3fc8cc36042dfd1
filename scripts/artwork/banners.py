"""The landing page's stills: our bottles among what they smell of, in real colours. The subject is in the right-hand 4:5, which a tall
screen shows. Text is laid over the left half.
blender -b -noaudio -P banners.py -- NAME OUT.png LABELS_FOLDER [SCALE] [SAMPLES] [SEED]"""
import os
import sys
import time

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import citrus  # noqa: E402
import flowers  # noqa: E402
import gifts  # noqa: E402
import smoke  # noqa: E402
import stage  # noqa: E402
import wood  # noqa: E402
from casting import evening, stand, warm  # noqa: E402
from props import place  # noqa: E402

GOLD = '#f0cf8a'


def lamps(key, kick, key_gain=0.5, kick_gain=1.1):
    for name, gain in (('key', key_gain), ('strip', 0.85), ('hair', 1.6), ('top', 0.42), ('fill', 0.5)):
        warm(name, key, gain)
    warm('kick', kick, kick_gain)


def hero(art, rng):
    """Four bottles on dark oud, lit by a low amber sun."""
    evening('#4a2a1a', ('#0d0605', '#1c0d08', '#5a2a12', '#c0702e', '#f6b165'))
    lamps('#ffe2bd', '#ff9a45')
    stand('attar', (0.24, -1.0, 0), 0, '#e8bd6a', GOLD, '#8a3f12', art('attar'))
    stand('slab', (1.38, 1.15, 0), 0, '#15100e', GOLD, '#c9772a', art('slab'))
    stand('facet', (2.44, -0.75, 0), 0, '#ecc477', GOLD, '#e08a2c')
    stand('amphora', (3.86, 1.25, 0), 0, '#0f4a36', GOLD, '#a8351d')


def arabian(art, rng):
    """An attar beside a smoking burner, oud and resin before them."""
    evening('#3a1512', ('#0b0405', '#1c0809', '#541a1a', '#a8432f', '#e38a5c'), 1.15)
    lamps('#ffdcb8', '#ff8a45')
    stand('attar', (1.62, -0.5, 0), 12, '#e8bd6a', GOLD, '#8a2a12', art('attar-oud'))
    round_ = place(wood.log(rng, 1.02, 0.26), turn=(0, -90, 0))
    place(round_, (3.3, 0.6, 0.13))
    place(smoke.burner(rng), (3.3, 0.6, 0.26))
    for k, (width, strength, drift) in enumerate(((0.34, 0.3, 0.5), (0.22, 0.3, 0.3), (0.5, 0.2, 0.6))):
        smoke.wisp(rng, (3.24 + 0.06 * k, 0.6 + 0.1 * k, 1.34), 3.6, width, strength, drift)
    for at, turn, length in (((2.75, -0.75, 0.1), (12, 0, 24), 1.1), ((3.2, -1.0, 0.09), (0, 3, -12), 1.0), ((3.75, -0.7, 0.11), (30, 0, 55), 0.9),
                             ((3.0, -0.72, 0.27), (20, 6, -30), 0.9)):
        place(wood.shard(rng, length, 0.28, 0.17, rng.uniform()), at, turn)
    for x, y, r in ((2.5, -1.25, 0.12), (2.72, -1.4, 0.08), (3.95, -1.1, 0.13), (4.15, -0.9, 0.08), (3.62, -1.3, 0.07)):
        place(wood.resin(rng, r), (x, y, 0))


def oils(art, rng):
    """An apothecary bottle and an attar among sandalwood, jasmine and leaves."""
    evening('#26301f', ('#070b08', '#10180f', '#35422a', '#7c8450', '#c9c184'), 1.1)
    lamps('#fff0d4', '#ffc46a')
    stand('apothecary', (1.75, -0.35, 0), 10, '#8a5a30', '#c99a62', '#c98a2c', art('apothecary'))
    stand('attar', (3.62, 0.85, 0), -14, '#f0dcae', GOLD, '#8f6a1e', art('attar-musk'))
    for at, turn, length in (((2.85, -0.55, 0.12), (10, 0, 18), 1.3), ((3.35, -0.8, 0.1), (0, 0, -16), 1.2), ((3.05, -0.6, 0.3), (24, 4, -26), 1.1),
                             ((4.1, -0.35, 0.1), (14, 0, 60), 1.0)):
        place(wood.shard(rng, length, 0.3, 0.18, 0.2), at, turn)
    for x, y in ((2.55, -1.2), (2.9, -1.35), (3.85, -1.0), (4.15, -0.8), (0.85, -1.0)):
        place(flowers.jasmine(rng, 0.28), (x, y, 0.04), (rng.uniform(8, 30), rng.uniform(-16, 16), rng.uniform(0, 360)))
    for at, turn in (((2.2, -1.1, 0.03), (5, 0, -70)), ((3.5, -1.2, 0.03), (5, 4, 100)), ((0.95, -0.8, 0.03), (6, 0, 60)), ((4.2, 0.1, 0.05), (14, 0, -40))):
        place(citrus.leaf(rng, 0.85, 0.27), at, turn)


def niche(art, rng):
    """Two cut bottles on plinths of stone, in the blue hour."""
    evening('#27343c', ('#06090c', '#0f161b', '#2a3d47', '#64808a', '#d0c3ac'), 1.15)
    lamps('#f2f4ff', '#ffb877')
    place(gifts.plinth(2.3, 1.9, 0.62), (1.5, 0.5, 0), (0, 0, 14))
    stand('hex', (1.5, 0.4, 0.62), 14, '#191613', GOLD, '#3f6f7d', art('hex'))
    place(gifts.plinth(2.0, 1.6, 0.2), (3.4, -0.3, 0), (0, 0, -18))
    stand('facet', (3.34, -0.35, 0.2), -20, '#ecc477', GOLD, '#e8a04e')
    bpy.ops.mesh.primitive_uv_sphere_add(segments=96, ring_count=64, radius=0.3, location=(2.1, -1.15, 0.3))
    ball = bpy.context.object
    ball.data.materials.append(gifts.materials.stone(None))
    for poly in ball.data.polygons:
        poly.use_smooth = True


def presents(art, rng):
    """A wrapped box, a round bottle, roses."""
    evening('#4a2528', ('#10080a', '#231214', '#64363a', '#b8766c', '#f0b89c'), 1.1)
    lamps('#fff0e4', '#ffac84', 0.6)
    stand('flacon', (1.66, -0.45, 0), 8, '#ecc477', GOLD, '#c9556a')
    place(gifts.box(rng), (3.5, 0.7, 0), (0, 0, -22), 1.2)
    for at, turn, size, tones in (((2.72, -0.95, 0.12), (34, 10, 0), 0.72, ('#b83a52', '#ee9a9c')), ((3.5, -1.0, 0.1), (30, -12, 60), 0.62, ('#d9747a', '#f8cdc2')),
                                  ((4.15, -0.6, 0.1), (30, 24, 20), 0.58, ('#e3a08e', '#fbe3d3'))):
        place(flowers.rose(rng, *tones), at, turn, size)
    skin = flowers.petal_skin(rng, '#c4485c', '#f0a3a4')
    for x, y in ((0.75, -1.0), (2.2, -1.35), (3.1, -1.5), (1.1, -1.35)):
        place(flowers.petal(rng, 0.3, 0.5, 80, 0.35, 30, skin), (x, y, 0.03), (0, 0, rng.uniform(0, 360)), 0.7)


BANNERS = {'hero': hero, 'arabian': arabian, 'oils': oils, 'niche': niche, 'gifts': presents}


def main(name, out, labels, scale=0.3, samples=64, seed=5):
    scale = float(scale)
    tall = name == 'hero-portrait'
    size = (1080, 1350) if tall else (2400, 1350)
    scene = stage.open_stage(round(size[0] * scale), round(size[1] * scale), int(samples), 0.01, int(seed))
    if tall:
        eye = stage.camera(scene, (2.08, -16, 2.75), (2.08, 0, 2.35), 7.7)
    else:
        eye = stage.camera(scene, (0, -16, 2.75), (0, 0, 1.85), 5.3)
    eye.data.dof.aperture_fstop = 0.7
    stage.dress()
    scene.cycles.sample_clamp_indirect = 2.5
    scene.cycles.transparent_max_bounces = 32
    BANNERS['hero' if tall else name](lambda label: os.path.join(labels, label + '.png'), np.random.default_rng(11))
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = 0.35
    scene.render.image_settings.file_format = 'PNG'
    scene.render.image_settings.color_depth = '16'
    scene.render.filepath = os.path.abspath(out)
    began = time.time()
    bpy.ops.render.render(write_still=True)
    print(f'RENDER {name} {samples} samples {time.time() - began:.0f} s')


main(*sys.argv[sys.argv.index('--') + 1:])
