"""Wood and resin: logs with rings and bark, split pieces, splinters, drops of resin."""
import math

import bpy
import mathutils
import numpy as np

from props import around, cloud, coloured, linear, mixed, painted, place, sheet, smooth, tinted_glass


def end_grain(rng, pale='#cf9d63', dark='#6b3c1c', rings=24, size=900):
    """Year rings around an off-centre heart, fine rays and a darker, resinous heart; and the relief."""
    y, x = np.mgrid[-1:1:size * 1j, -1:1:size * 1j]
    x, y = x + 0.1, y - 0.06
    r = np.hypot(x, y) + 0.05 * cloud(rng, size, size, 4, 4, 4)
    angle = np.arctan2(y, x)
    phase = r * rings + 0.45 * cloud(rng, size, size, 3, 3, 2)
    year = 0.5 + 0.5 * np.cos(2 * math.pi * (phase % 1) ** 1.8)
    fine = cloud(rng, size, size, 180, 180, 2)
    ray = np.cos(angle * 150 + 3 * cloud(rng, size, size, 12, 12, 3))
    heart = smooth(0.75, 0.25, r + 0.22 * cloud(rng, size, size, 5, 5, 4))
    tone = np.clip(0.26 * year + 0.14 * fine + 0.06 * ray + 0.6 * heart, 0, 1)
    crack = np.zeros_like(r)
    for at in rng.uniform(-math.pi, math.pi, 5):
        off = np.angle(np.exp(1j * (angle - at - 0.25 * cloud(rng, size, size, 5, 5, 3))))
        crack = np.maximum(crack, smooth(0.02, 0.004, np.abs(off) * r) * smooth(0.15, 0.35, r) * smooth(0.9, 0.5, r))
    colours = mixed(linear(pale), linear(dark), tone) * (1 - 0.8 * crack[..., None])
    relief = 0.1 * year + 0.25 * fine - 2.5 * crack
    return painted('rings', colours), painted('rings relief', np.repeat(relief[..., None], 3, 2))


def long_grain(rng, pale='#a87848', dark='#4a2812', size=(700, 900)):
    """Fibres along v, with dark streaks of resin."""
    h, w = size
    fibre = cloud(rng, h, w, 4, 90, 4)
    streak = smooth(0.1, 0.75, cloud(rng, h, w, 1.5, 14, 4))
    tone = np.clip(0.4 + 0.42 * fibre + 0.55 * streak, 0, 1)
    relief = 0.8 * fibre + 0.6 * cloud(rng, h, w, 2, 24, 3)
    return painted('fibre', mixed(linear(pale), linear(dark), tone)), painted('fibre relief', np.repeat(relief[..., None], 3, 2))


def bark(rng, size=(500, 1000)):
    h, w = size
    # Fissures run along the branch, and join.
    ridge = 1 - np.abs(cloud(rng, h, w, 2.2, 30, 5)) * 1.6
    tone = smooth(0.05, 0.95, ridge)
    tint = cloud(rng, h, w, 6, 12, 3)[..., None]
    colours = mixed(linear('#2b1d13'), linear('#6d5642'), tone * 0.9) * (1 + 0.2 * tint)
    return painted('bark', np.clip(colours, 0.004, 1)), painted('bark relief', np.repeat(ridge[..., None], 3, 2)), ridge


def log(rng, radius=0.6, length=1.6):
    """A round of a branch, lying along x about the origin, sawn at both ends."""
    colour, relief, ridge = bark(rng)
    rows, columns = 60, 300
    wobble = 1 + 0.035 * np.cos(np.linspace(0, 2 * math.pi, columns) * 2 + 1)[None, :]
    pick = ridge[np.ix_(np.linspace(0, ridge.shape[0] - 1, rows).astype(int), np.linspace(0, ridge.shape[1] - 1, columns).astype(int))]
    fade = smooth(0, 0.06, np.linspace(0, 1, columns)) * smooth(1, 0.94, np.linspace(0, 1, columns))
    bumps = wobble * (1 + 0.05 * pick * fade[None, :])
    side = sheet('bark', around(np.full(rows, radius), np.linspace(-length / 2, length / 2, rows), columns, bumps),
                 coloured('bark', colour, 0.85, 0.2, relief=relief, depth=0.05))
    things = [side]
    face, grain = end_grain(rng)
    timber = coloured('rings', face, 0.62, 0.25, relief=grain, depth=0.012)
    for end, row in ((-1, 0), (1, rows - 1)):
        rim = radius * (0.7 * wobble[0] + 0.3 * bumps[row])
        turn = np.linspace(0, 2 * math.pi, columns)
        share = np.array([0, 0.3, 0.6, 0.85, 0.96, 1.0])
        drop = np.array([0, 0, 0, 0, 0.0, 0.0])
        r = share[:, None] * rim[None, :]
        points = np.stack([r * np.cos(turn), r * np.sin(turn), np.full_like(r, end * length / 2) + end * drop[:, None]], -1)
        uv = 0.5 + 0.47 * share[:, None, None] * np.stack([np.cos(turn), np.sin(turn)], -1)[None]
        things.append(sheet('sawn', points, timber, uv))
    return place(things, turn=(0, 90, 0))


def shard(rng, length=1.4, width=0.3, thick=0.16, resin=0.0):
    """A split piece: long, rough along its fibres, pointed at both ends, lying along x."""
    rows, columns = 90, 90
    colour, relief = long_grain(rng, pale='#b98650' if resin < 0.5 else '#7a4a28', dark='#2e170b')
    t = np.linspace(-1, 1, rows)
    taper = (1 - np.abs(t) ** 3.2) ** 0.8 * (1 + 0.18 * np.sin(3 * t + rng.uniform(0, 6)))
    tear = cloud(rng, rows, columns, 1.2, 14, 4)
    turn = np.linspace(0, 2 * math.pi, columns)
    corners = 0.72 + 0.28 * np.abs(np.cos(turn * 2.5 + rng.uniform(0, 6))) ** 0.5
    tear[:, -1] = tear[:, 0]
    seam = np.minimum(1, np.minimum(np.arange(columns), np.arange(columns)[::-1]) / 6)
    r = taper[:, None] * corners[None, :] * (1 + 0.2 * tear * seam[None, :]) + 0.01
    points = np.stack([t[:, None] * length / 2 + 0.1 * tear * seam[None, :] * (np.abs(t)[:, None] > 0.8),
                       r * np.cos(turn) * width / 2 + 0.05 * np.sin(2 * t)[:, None],
                       r * np.sin(turn) * thick / 2], -1)
    return sheet('shard', points, coloured('split wood', colour, 0.6, 0.3, relief=relief, depth=0.03))


def blob(rng, radius, squash=0.7, detail=4, rough=0.16, frequency=1.6):
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=detail, radius=1)
    thing = bpy.context.object
    shift = mathutils.Vector(rng.uniform(-20, 20, 3))
    for v in thing.data.vertices:
        n = mathutils.noise.fractal(v.co * frequency + shift, 0.7, 2.1, 3)
        v.co = v.co * radius * (1 + rough * n)
        v.co.z = v.co.z * squash
        # Flattens the drop, as if it had flowed.
        floor = -radius * squash * 0.62
        if v.co.z < floor:
            v.co.z = floor + (v.co.z - floor) * 0.1
    low = min(v.co.z for v in thing.data.vertices)
    for v in thing.data.vertices:
        v.co.z -= low
    for poly in thing.data.polygons:
        poly.use_smooth = True
    return thing


def resin(rng, radius=0.2, dark=False):
    thing = blob(rng, radius, rng.uniform(0.65, 0.9))
    thing.name = 'resin'
    colour = (0.62, 0.2, 0.02) if dark else (0.93, 0.56, 0.13)
    thing.data.materials.append(tinted_glass('resin', colour, 8 if dark else 5.5, 1.5, 0.3))
    return thing


def scene(seed):
    rng = np.random.default_rng(seed)
    place(log(rng, 0.6, 1.5), (-0.5, 1.0, 0.64), (0, 0, 64))
    place(log(rng, 0.46, 1.9), (0.84, 1.15, 0.48), (0, 0, -58))
    place(log(rng, 0.5, 1.5), (0.26, 1.1, 1.4), (0, 0, 70))
    for at, turn, length in (((-0.95, -0.1, 0.12), (20, 3, 28), 1.3), ((-0.5, -0.42, 0.1), (0, -2, -14), 1.3), ((-0.85, -0.36, 0.3), (35, 6, -8), 1.4),
                             ((-0.2, 0.0, 0.36), (10, -16, 44), 1.5), ((1.22, -0.1, 0.1), (60, 0, 40), 1.1), ((-1.25, 0.5, 0.46), (0, -62, 20), 1.4)):
        place(shard(rng, length, rng.uniform(0.26, 0.4), rng.uniform(0.14, 0.22), rng.uniform()), at, turn)
    for i, (x, y, r) in enumerate(((0.62, -0.35, 0.26), (1.02, -0.2, 0.18), (0.3, -0.7, 0.15), (0.92, -0.66, 0.14), (1.3, -0.5, 0.11), (0.62, -0.86, 0.08),
                                   (-0.3, -0.98, 0.1), (1.16, -0.9, 0.07), (-1.2, -0.85, 0.12), (0.02, -0.66, 0.08))):
        place(resin(rng, r, i % 4 == 2), (x, y, 0), (0, 0, rng.uniform(0, 360)))
    # A drop that ran out of the sawn face.
    for x, y, z, r in ((0.12, 0.24, 1.2, 0.07), (0.15, 0.26, 1.02, 0.05)):
        place(resin(rng, r), (x, y, z), (80, 0, 0))
