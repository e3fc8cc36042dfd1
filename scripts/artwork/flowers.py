"""Flowers in cloth: roses of overlapping petals, jasmine, loose petals, on a cloth that is dropped over hidden forms."""
import math

import bpy
import numpy as np

from citrus import leaf
from props import cloud, coloured, linear, mixed, painted, place, sheet, smooth

GOLDEN = math.radians(137.508)


def petal(rng, width, length, tilt, cup, curl, material, rows=26, columns=21):
    """A petal at the origin. It leans outwards along +x by `tilt` degrees and curls back by `curl` degrees at its rim."""
    v, u = np.linspace(0, 1, rows), np.linspace(-1, 1, columns)
    bend = np.radians(tilt) + np.radians(curl) * v ** 3 - 0.35 * np.sin(math.pi * v)
    step = length / (rows - 1)
    out = np.concatenate([[0], np.cumsum(np.sin(bend[1:]) * step)])
    up = np.concatenate([[0], np.cumsum(np.cos(bend[1:]) * step)])
    wide = width * (0.16 + 0.84 * np.sin(math.pi / 2 * np.minimum(1, v * 1.35)) ** 1.1) * np.sqrt(np.maximum(0.02, 1 - np.maximum(0, (v - 0.62) / 0.385) ** 2.4))
    a = u[None, :] * wide[:, None] / cup
    ruffle = 0.035 * width * np.sin(u[None, :] * 5 + rng.uniform(0, 6)) * v[:, None] ** 4 + 0.02 * width * rng.standard_normal() * u[None, :] * v[:, None] ** 2
    inward = cup * (1 - np.cos(a))
    normal_out, normal_up = np.cos(bend)[:, None], -np.sin(bend)[:, None]
    x = out[:, None] - inward * normal_out + ruffle * normal_out
    z = up[:, None] - inward * normal_up + ruffle * normal_up
    return sheet('petal', np.stack([x, cup * np.sin(a), z], -1), material)


def petal_skin(rng, base, rim):
    h, w = 240, 160
    v = np.linspace(0, 1, h)[:, None] + np.zeros((1, w))
    x = np.linspace(-1, 1, w)[None, :]
    veins = cloud(rng, h, w, 1.5, 34, 3)
    tone = np.clip(smooth(0.05, 0.85, v) + 0.1 * veins - 0.12 * np.exp(-(x / 0.2) ** 2), 0, 1)
    colours = mixed(linear(base), linear(rim), tone)
    return coloured('petal', painted('petal', colours), 0.55, 0.25, through=0.34,
                    relief=painted('veins', np.repeat(veins[..., None], 3, 2)), depth=0.006)


def rose(rng, base='#c4485c', rim='#f0a3a4', petals=34, size=1.0, open_=1.0):
    skins = [petal_skin(rng, base, rim) for _ in range(2)]
    things = []
    for i in range(petals):
        o = (i / (petals - 1)) ** 0.85
        thing = petal(rng, 0.19 + 0.2 * o, 0.5 + 0.16 * o, (4 + 74 * o ** 1.5 * open_) + rng.uniform(-4, 4), 0.13 + 0.26 * o, -12 + 62 * o, skins[i % 2])
        place(thing, (0.015 + 0.1 * o, 0, 0.2 * (1 - o)))
        place(thing, turn=(0, 0, math.degrees(i * GOLDEN) + rng.uniform(-9, 9)))
        things.append(thing)
    for k in range(4):
        green = leaf(rng, 0.5, 0.13, 0.1)[0]
        things.append(place(green, (0, 0.05, -0.02), (-16, 0, 90 * k + 20)))
        place(things[-1], turn=(0, 0, 90 * k))
    return place(things, size=size)


def jasmine(rng, size=0.3):
    skin = petal_skin(rng, '#e8d9a0', '#fffaf0')
    things = []
    for i in range(5):
        thing = petal(rng, 0.3, 0.95, 62 + rng.uniform(-8, 8), 0.9, 46, skin, 18, 13)
        things.append(place(thing, turn=(0, 0, 72 * i + rng.uniform(-6, 6))))
    return place(things, size=size)


def fallen_cloth(rng, colour='#efe2d2', span=(1.62, 1.42), centre=(0.05, 0.35), mound=0.42):
    """A cloth dropped on the ground. Folds run from where it was held, over a mound, to a wavy hem."""
    rows, columns = 300, 380
    y, x = np.mgrid[-1:1:rows * 1j, -1:1:columns * 1j]
    warp = lambda scale, cells: scale * cloud(rng, rows, columns, cells, cells, 2)
    r, angle = np.hypot(x, y), np.arctan2(y + 0.12, x - 0.05)
    ridge = lambda phase, sharp: (0.5 + 0.5 * np.cos(phase)) ** sharp
    spokes = ridge(angle * 8 + warp(1.5, 3) + 0.8 * r, 1.5) * smooth(0.12, 0.6, r)
    second = ridge(angle * 13 + warp(2.4, 4) + 2, 2.2) * smooth(0.45, 0.95, r)
    swells = ridge(5.5 * (0.8 * x - 0.5 * y) + warp(2.6, 3), 1.6)
    height = mound * np.exp(-((x - 0.02) ** 2 + (y - 0.2) ** 2) / 0.22)
    height = height + 0.27 * spokes * (1 - 0.35 * r) + 0.12 * second + 0.08 * swells + warp(0.015, 8)
    # Towards its hem it lies on the ground.
    edge = np.maximum(np.abs(x), np.abs(y))
    height = (height - height[edge > 0.9].min()) * (0.22 + 0.78 * smooth(1.0, 0.62, edge))
    wave = 1 + 0.05 * np.sin(3 * np.arctan2(y, x) + 1) + 0.04 * (spokes - 0.5)
    points = np.stack([centre[0] + span[0] * x * wave, centre[1] + span[1] * y * wave, 0.008 + height], -1)
    weave = cloud(rng, 700, 700, 300, 300, 1)
    skin = coloured('cloth', linear(colour), 0.75, 0.15, through=0.12, relief=painted('weave', np.repeat(weave[..., None], 3, 2)), depth=0.003)
    skin.node_tree.nodes['Principled BSDF'].inputs['Sheen'].default_value = 0.5
    laid = sheet('cloth', points, skin)
    bpy.context.view_layer.update()
    return laid


def rest(cloth, x, y, sink=0.0):
    """The height of the cloth at (x, y)."""
    hit, at, _, _ = cloth.ray_cast((x, y, 5), (0, 0, -1))
    return (x, y, (at.z if hit else 0) - sink)


def scene(seed):
    rng = np.random.default_rng(seed)
    cloth = fallen_cloth(rng)
    for (x, y), turn, size, colours in (((-0.55, 0.55), (34, -10, 0), 1.0, ('#b83a52', '#ee9a9c')), ((0.52, 0.5), (30, 22, 40), 1.12, ('#d9747a', '#f8cdc2')),
                                        ((0.02, -0.45), (26, 4, 90), 0.86, ('#c95468', '#f3b0aa')), ((-1.15, -0.2), (38, -30, 30), 0.7, ('#e3a08e', '#fbe3d3'))):
        place(rose(rng, *colours), tuple(np.add(rest(cloth, x, y), (0, 0, 0.02))), turn, size)
    for x, y in ((0.85, -0.4), (1.12, -0.12), (0.98, -0.68), (-0.62, -0.62), (-0.4, -0.85), (1.15, 0.4), (0.2, 1.1)):
        place(jasmine(rng), tuple(np.add(rest(cloth, x, y), (0, 0, 0.03))), (rng.uniform(10, 45), rng.uniform(-25, 25), rng.uniform(0, 360)))
    for x, y in ((-1.2, -0.6), (0.5, -0.95), (1.25, -0.5), (-0.1, -1.05), (-0.95, -0.85)):
        skin = petal_skin(rng, '#c4485c', '#f0a3a4')
        place(petal(rng, 0.3, 0.5, 80, 0.35, 30, skin), tuple(np.add(rest(cloth, x, y), (0, 0, 0.03))), (0, 0, rng.uniform(0, 360)), 0.8)
    for (x, y), turn in (((-0.15, 0.95), (8, 0, 20)), ((0.95, 0.75), (4, 10, -60)), ((-0.95, 0.35), (6, -10, 80))):
        place(leaf(rng, 0.8, 0.26), tuple(np.add(rest(cloth, x, y), (0, 0, 0.2))), turn)
