"""Citrus: whole fruit, halves and thin wheels that light shines through, a curl of peel, leaves."""
import math

import numpy as np

from props import around, cloud, coloured, linear, mixed, painted, place, sheet, smooth

KINDS = {
    'orange': {'skin': '#ee7a12', 'flesh': '#f4901c', 'light': '#ffc352', 'size': 0.62},
    'lemon': {'skin': '#f2c218', 'flesh': '#f3dc78', 'light': '#fff3b4', 'size': 0.5},
    'lime': {'skin': '#6f9a1e', 'flesh': '#b9cf58', 'light': '#e6f0a4', 'size': 0.43},
    'grapefruit': {'skin': '#f09a3a', 'flesh': '#dd4a34', 'light': '#f79a7c', 'size': 0.78},
}


def wheel(rng, kind, size=1000):
    """A cut face: skin, white pith, segments between pale membranes, and its relief."""
    k = KINDS[kind]
    y, x = np.mgrid[-1:1:size * 1j, -1:1:size * 1j]
    x, y = x + 0.02 * cloud(rng, size, size, 3, 3, 2), y + 0.02 * cloud(rng, size, size, 3, 3, 2)
    r, angle = np.hypot(x, y), np.arctan2(y, x) + math.pi
    count = 10 if kind != 'lime' else 9
    edges = (np.arange(count) + rng.uniform(-0.14, 0.14, count)) * 2 * math.pi / count
    apart = np.min([np.abs(np.angle(np.exp(1j * (angle - e)))) for e in edges], 0)
    wall = apart * r
    # Segments are round at their outer corners.
    outer = 0.865 - 0.05 * np.exp(-(wall / 0.05) ** 1.5)
    pulp = smooth(0.008, 0.026, wall) * smooth(0.07, 0.12, r) * smooth(outer + 0.012, outer - 0.012, r)
    # Vesicles: long cells that point to the middle.
    turned = cloud(rng, size, size * 2, 5, 160, 2, 0.5)
    rows = np.clip((r * (size - 1)).astype(int), 0, size - 1)
    columns = np.clip((angle / (2 * math.pi) * (size * 2 - 1)).astype(int), 0, size * 2 - 1)
    cells = turned[rows, columns]
    tone = np.clip(0.42 + 0.42 * cells + 0.2 * (r - 0.5), 0, 1)
    colours = mixed(linear(k['flesh']), linear(k['light']), tone)
    pith = linear('#fbf0d4') * (0.96 + 0.04 * cloud(rng, size, size, 30, 30, 2))[..., None]
    colours = colours * pulp[..., None] + pith * (1 - pulp[..., None])
    rind = smooth(0.955, 0.972, r)[..., None]
    colours = colours * (1 - rind) + linear(k['skin']) * rind
    relief = pulp * (0.5 + 0.35 * cells)
    return painted('wheel', colours), painted('wheel relief', np.repeat(relief[..., None], 3, 2))


def skin(rng, kind):
    """The pores of the skin."""
    h, w = 500, 1000
    pores = np.zeros((h, w))
    count = 5200
    v = np.arccos(1 - 2 * rng.uniform(0.01, 0.99, count)) / math.pi
    for px, py, depth in zip(rng.uniform(4, w - 5, count), v * (h - 10) + 4, rng.uniform(0.5, 1, count)):
        x, y = int(px), int(py)
        grid = np.hypot(*np.mgrid[-3:4, -3:4])
        pores[y - 3:y + 4, x - 3:x + 4] = np.maximum(pores[y - 3:y + 4, x - 3:x + 4], depth * smooth(3.2, 0.4, grid)) if 3 <= y < h - 4 and 3 <= x < w - 4 else 0
    tint = cloud(rng, h, w, 5, 8, 4)
    colours = linear(KINDS[kind]['skin']) * (1 + 0.14 * tint[..., None]) * (1 - 0.12 * pores[..., None])
    return coloured(kind, painted('skin', np.clip(colours, 0, 1)), 0.34, 0.5,
                    relief=painted('pores', np.repeat(1 - pores[..., None], 3, 2)), depth=0.012)


def profile(kind, steps=70):
    """Radius and height from stalk to tip."""
    t = np.linspace(0, math.pi, steps)
    r, z = np.sin(t), np.cos(t)
    if kind == 'lemon':
        z = 1.16 * z + 0.13 * np.sign(z) * np.abs(z) ** 9
        r = r * (1 - 0.1 * np.abs(np.cos(t)) ** 4)
    else:
        z = 0.95 * z - 0.05 * np.exp(-((t - 0) / 0.16) ** 2)
    return r, z


def whole(rng, kind):
    r, z = profile(kind)
    rows, columns = len(r), 140
    bumps = 1 + 0.012 * cloud(rng, rows, columns, 3, 4, 3) * smooth(0, 12, np.minimum(np.arange(columns), np.arange(columns)[::-1]))[None, :]
    points = around(r, z, columns, bumps) * KINDS[kind]['size']
    return [sheet(kind, points, skin(rng, kind))]


def half(rng, kind):
    """A fruit cut through the middle, with the face up."""
    r, z = profile('orange' if kind != 'lemon' else 'lemon')
    low = z <= 0
    r, z = np.concatenate([[1.0], r[low]]), np.concatenate([[0.0], z[low]])
    size = KINDS[kind]['size']
    return [sheet(kind, around(r, z, 140) * size, skin(rng, kind)), face(rng, kind, size, 0)]


def face(rng, kind, size, z, through=0.0):
    colour, relief = wheel(rng, kind)
    columns = 140
    turn = np.linspace(0, 2 * math.pi, columns)
    share = np.array([0.0, 0.15, 0.4, 0.7, 0.9, 1.0])
    points = np.stack([share[:, None] * np.cos(turn), share[:, None] * np.sin(turn), z / size + 0.012 * (1 - share[:, None] ** 4) + 0 * turn], -1) * size
    uv = 0.5 + 0.499 * share[:, None, None] * np.stack([np.cos(turn), np.sin(turn)], -1)[None]
    return sheet('face', points, coloured('face', colour, 0.22, 0.5, flesh=0.0 if through else 0.12, reach=(1, 0.5, 0.15), relief=relief, depth=0.02,
                                          through=through), uv)


def slice_(rng, kind, thick=0.09):
    """A thin wheel, lit through."""
    size = KINDS[kind]['size']
    rim = sheet(kind, around([1, 1.006, 1], [0, thick / size / 2, thick / size], 140) * size, skin(rng, kind))
    return [rim, face(rng, kind, size, thick, through=0.5)]


def peel(rng, kind, turns=1.5, radius=0.34, width=0.24):
    """A ribbon cut off in one piece, curling as it falls."""
    rows, columns = 160, 14
    t = np.linspace(0, 1, rows)
    angle = t * turns * 2 * math.pi
    r = radius * (1 - 0.3 * t)
    wide = width * smooth(0, 0.12, t) * smooth(1, 0.9, t) * (1 + 0.1 * np.sin(9 * t)) + 0.02
    across = np.linspace(-0.5, 0.5, columns)
    def surface(off):
        rr = r[:, None] + off - 0.1 * across[None, :] ** 2
        return np.stack([rr * np.cos(angle)[:, None], rr * np.sin(angle)[:, None],
                         0.95 * t[:, None] + across[None, :] * wide[:, None]], -1)
    white = coloured('pith', linear('#f8ecd0'), 0.8, 0.2)
    return [sheet('peel', surface(0.022), skin(rng, kind)), sheet('pith', surface(-0.012), white)]


def leaf(rng, length=0.9, width=0.36, bend=0.25):
    rows, columns = 50, 31
    v, u = np.linspace(0, 1, rows)[:, None], np.linspace(-1, 1, columns)[None, :]
    half_width = width * np.sin(math.pi * v ** 0.85) ** 0.8 * (1 + 0.02 * np.sin(40 * v))
    points = np.stack([u * half_width, v * length + 0 * u,
                       bend * np.sin(v * math.pi * 0.9) + 0.1 * np.abs(u) * half_width / width - 0.03 * np.cos(14 * v + 3 * np.abs(u))], -1)
    vein = np.zeros((400, 300))
    y, x = np.mgrid[0:1:400j, -1:1:300j]
    vein = smooth(0.03, 0.008, np.abs(x)) + 0.6 * smooth(0.16, 0.04, np.abs(((y - 0.35 * np.abs(x)) * 9) % 1 - 0.5))
    colours = mixed(linear('#2f5a1c'), linear('#7a9c48'), np.clip(0.35 * vein + 0.2 + 0.1 * cloud(rng, 400, 300, 5, 5, 3), 0, 1))
    return [sheet('leaf', points, coloured('leaf', painted('leaf', colours), 0.3, 0.5, through=0.22,
                                           relief=painted('veins', np.repeat(-vein[..., None], 3, 2)), depth=0.01))]


def scene(seed):
    rng = np.random.default_rng(seed)
    up = lambda kind: KINDS[kind]['size']
    place(whole(rng, 'orange'), (-0.62, 0.95, up('orange') * 0.93), (16, 10, 40))
    place(whole(rng, 'lemon'), (1.06, 0.5, 0.46), (84, 0, 56))
    place(half(rng, 'grapefruit'), (0.4, 0.75, 0.72), (66, 0, -12))
    place(half(rng, 'orange'), (-0.88, -0.2, 0.56), (62, 0, 26))
    place(half(rng, 'lime'), (0.78, -0.36, 0.41), (54, 0, -34))
    place(whole(rng, 'lime'), (-0.12, 1.5, 0.42), (70, 20, 10))
    place(slice_(rng, 'lemon'), (-0.24, -0.55, 0.02), (4, 3, 12))
    place(slice_(rng, 'orange'), (-0.02, 0.1, 0.6), (72, 0, -16))
    place(slice_(rng, 'lemon'), (0.3, -0.78, 0.06), (-5, -9, 70))
    place(peel(rng, 'lemon'), (1.26, -0.3, 0.2), (0, 80, 120), 0.9)
    for at, turn, size in (((-0.7, 0.95, 1.14), (12, 0, 60), 0.8), ((-0.6, 0.95, 1.13), (20, 10, -60), 0.6), ((0.85, 0.2, 0.02), (4, 12, -150), 0.8),
                           ((-0.7, -0.9, 0.02), (6, 8, 110), 0.7)):
        place(leaf(rng), at, turn, size)
