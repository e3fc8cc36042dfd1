"""Turns raw passes into the planes that composing needs. Averages the seeds of a frame, takes ratios, removes fireflies and the grain
of ground and backdrop, and writes 8-bit PNG files for encode.ts. Needs numpy and scipy.
python3 passes.py RAW_FOLDER OUT_FOLDER FRAME..., where a frame is FAMILY/VIEW or scenes/NAME"""
import glob
import json
import os
import struct
import sys
import zlib

import numpy as np
from scipy.ndimage import binary_dilation, gaussian_filter, median_filter

# The largest linear value of a plane. compose.ts reads it from frame.json.
RANGE = {'studio': 3.0, 'back': 1.5, 'kick': 3.0}


def png(file, plane):
    data = np.clip(plane * 255 + 0.5, 0, 255).astype(np.uint8)
    h, w = data.shape[:2]
    raw = b''.join(b'\0' + row.tobytes() for row in data)
    chunk = lambda kind, body: struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
    with open(file, 'wb') as out:
        out.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, 8, 2 if data.ndim == 3 else 0, 0, 0, 0))
                  + chunk(b'IDAT', zlib.compress(raw, 1)) + chunk(b'IEND', b''))


def calm(plane, keep):
    """Lowers single bright pixels to the level of their neighbours, except where `keep` marks real detail."""
    middle = median_filter(plane, 5)
    spike = plane > 2.2 * middle + 0.03
    lone = spike & (gaussian_filter(spike.astype(np.float32), 1.5) < 0.22)
    return np.where(lone & ~keep, middle, plane)


def aside(plane, open_ground, sigma):
    """Blurs ground and backdrop, without light from the bottle."""
    weight = gaussian_filter(open_ground, sigma)
    soft = gaussian_filter(plane * open_ground, sigma) / np.maximum(weight, 1e-4)
    return plane * (1 - open_ground) + soft * open_ground


def dimmed(plane, open_ground):
    """Fades the low sun towards the right edge of the picture, where it would end in a bright border."""
    t = np.clip((np.linspace(0, 1, plane.shape[1]) - 0.78) / 0.22, 0, 1)
    return plane * (1 - 0.75 * (t * t * (3 - 2 * t))[None, :] * open_ground)


def within(plane, where, sigma):
    """Blurs one evenly lit surface, up to its edge."""
    inside = where.astype(np.float32)
    soft = gaussian_filter(plane * inside, sigma) / np.maximum(gaussian_filter(inside, sigma), 1e-4)
    return np.where(where, soft, plane)


def quiet(planes, where, reach=3, soft=0.16):
    """A joint bilateral filter, only in `where`: averages pixels with neighbours that look alike in all light groups."""
    ys, xs = np.where(where)
    top, bottom, left, right = max(ys.min() - 8, 0), ys.max() + 9, max(xs.min() - 8, 0), xs.max() + 9
    cut = lambda p: p[top:bottom, left:right]
    guides = [np.log(cut(gaussian_filter(median_filter(p, 3), 0.6)) + 0.02) for p in planes]
    parts = [cut(p) for p in planes]
    sums, weights = [np.zeros_like(p) for p in parts], np.zeros_like(parts[0])
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            move = lambda p: np.roll(p, (dy, dx), (0, 1))
            apart = sum((g - move(g)) ** 2 for g in guides)
            w = np.exp(-apart / (2 * soft * soft) - (dx * dx + dy * dy) / (2 * (reach * 0.6) ** 2))
            weights += w
            for total, p in zip(sums, parts):
                total += w * move(p)
    out = []
    for plane, total in zip(planes, sums):
        plane = plane.copy()
        area = cut(where)
        plane[top:bottom, left:right] = np.where(area, total / weights, parts[len(out)])
        out.append(plane)
    return out


def rendered(raw, out, name):
    """All seeds of a frame: a reader of their mean, the frame.json of the last one, and the folder for the planes."""
    seeds = sorted(glob.glob(os.path.join(raw, 's*', name)))
    seeds = [s for s in seeds if os.path.exists(os.path.join(s, 'about.json'))]
    folder = os.path.join(out, name)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(seeds[-1], 'about.json')) as file:
        about = json.load(file)
    about.pop('seconds', None)
    about['range'] = RANGE
    print(name, len(seeds), 'seeds')
    return lambda n: sum(np.load(os.path.join(s, n + '.npy')).astype(np.float32) for s in seeds) / len(seeds), about, folder


def told(folder, about):
    with open(os.path.join(folder, 'frame.json'), 'w') as file:
        json.dump(about, file)


def scene(raw, out, name):
    """Writes a scene, which keeps its colours: one picture per light group, and the mask of the ground."""
    load, about, folder = rendered(raw, out, name)
    ground = load('mask')[..., 0]
    groups = {g: load('Combined_' + g) for g in RANGE}
    grey = [p.mean(-1) for p in groups.values()]
    bare = gaussian_filter((ground > 0.98).astype(np.float32), 1)
    wall = (grey[1] > 0.12) & (grey[0] < 0.02) & (ground < 0.02)
    for key, picture in groups.items():
        parts = [calm(picture[..., c], np.zeros_like(ground, bool)) for c in range(3)]
        # All three channels and the edge of the ground guide the filter together, so that no detail is lost.
        parts = quiet([*parts, ground * 0.3], np.ones_like(ground, bool), 3, 0.2)[:3]
        parts = [aside(p, bare, 2.5) for p in parts]
        if key == 'back':
            parts = [within(p, wall, 3) for p in parts]
        png(os.path.join(folder, key + '.png'), np.clip(np.stack(parts, -1) / RANGE[key], 0, 1) ** (1 / 2.2))
    png(os.path.join(folder, 'ground.png'), np.clip(ground, 0, 1))
    told(folder, about)


def bottle(raw, out, name):
    load, about, folder = rendered(raw, out, name)
    mask, glass = load('mask'), load('glass')[..., 0]
    cap, label, metal = mask[..., 0], mask[..., 1], mask[..., 2]
    whole = np.clip(cap + label + metal + glass, 0, 1)
    free = np.where(whole < 0.02, 1.0, 0.0).astype(np.float32)
    free = 1 - binary_dilation(free < 0.5, iterations=2).astype(np.float32)
    soft_free = gaussian_filter(free, 1.2) * free
    solid = (cap + metal + label) > 0.5
    grainy = {g: calm(load('Combined_' + g)[..., 0], solid & (g != 'kick')) for g in RANGE}
    still = quiet(list(grainy.values()), whole > 0.02)
    if not name.endswith('/front'):
        # What stands inside the glass has the most grain. Filters it again, except where something is printed or polished.
        inside = (glass > 0.5) & ~binary_dilation(solid, iterations=3)
        still = quiet(still, inside, 4, 0.3)
    still = dict(zip(RANGE, still))
    for group in RANGE:
        picture = load('Combined_' + group)
        r, g, b = picture[..., 0], picture[..., 1], picture[..., 2]
        small = 0.7
        through = gaussian_filter(g, small) / np.maximum(gaussian_filter(r, small), 1e-5)
        earth = gaussian_filter(r - b, small) / np.maximum(gaussian_filter(r, small), 1e-5)
        r = still[group]
        if group == 'studio':
            r = within(r, label > 0.98, 7)
        r = aside(r, soft_free, 2.0 if group == 'back' else 3.0)
        if group == 'kick' and name.endswith('/front'):
            r = dimmed(r, soft_free)
        through = aside(through, soft_free, 3.0)
        earth = aside(earth, soft_free, 2.0)
        png(os.path.join(folder, group + '.png'), np.clip(r / RANGE[group], 0, 1) ** (1 / 2.2))
        png(os.path.join(folder, group + '-through.png'), np.sqrt(np.clip(through, 0, 1)))
        png(os.path.join(folder, group + '-ground.png'), np.clip(earth, 0, 1))
    for key, plane in (('cap', cap), ('label', label), ('metal', metal), ('glass', glass)):
        png(os.path.join(folder, key + '.png'), np.clip(plane, 0, 1))
    # Separates a cap's colour and gloss. Lacquer is smooth, so its grain is removed; wood and stone keep theirs.
    body = ((load('DiffDir') + load('DiffInd')) * load('DiffCol'))[..., 0]
    every = sum(load('Combined_' + group)[..., 0] for group in RANGE)
    sheen = np.clip(every - body, 0, None)
    textured = name.split('/')[0] in ('apothecary', 'block', 'hex')
    flat = name.endswith('/front')
    near = binary_dilation(cap > 0.01, iterations=12)
    for key, plane, sigma in (('body', body, 0.6 if textured else 3.0), ('sheen', sheen, 1.2)):
        plane = calm(plane, np.zeros_like(cap, bool))
        if not flat and near.any():
            # A turned cap shows several faces. Their edges stay sharp.
            plane = quiet([plane], near, 4, 0.12 if textured else 0.2)[0]
            sigma = 0.6
        plane = within(plane, cap > 0.98, sigma)
        png(os.path.join(folder, key + '.png'), np.clip(plane * near / 1.5, 0, 1) ** (1 / 2.2))
    told(folder, about)


for each in sys.argv[3:]:
    (scene if each.startswith('scenes/') else bottle)(sys.argv[1], sys.argv[2], each)
