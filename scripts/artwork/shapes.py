"""Meshes by lofting rings. A ring is an (N, 2) array of points in the plane of one height; every ring starts at +x and runs
counter-clockwise with the same number of points, so that any two can be blended. Units: 1 = about 3 cm."""
import math

import bpy
import numpy as np

N = 240


def outline(corners, radius, n=N):
    """A polygon with rounded corners. `corners` runs counter-clockwise; the first must lie on the +x axis (it is kept sharp,
    being the middle of an edge or the start of the ring)."""
    corners = [np.array(c, float) for c in corners]
    dense = []
    m = len(corners)
    for i in range(m):
        p, a, b = corners[i], corners[i - 1], corners[(i + 1) % m]
        u, v = a - p, b - p
        lu, lv = np.linalg.norm(u), np.linalg.norm(v)
        u, v = u / lu, v / lv
        angle = math.acos(max(-1, min(1, float(u @ v))))
        if i == 0 or angle > math.pi - 1e-3:
            dense.append((p, 0.0))
            continue
        cut = min(radius / math.tan(angle / 2), 0.48 * lu, 0.48 * lv)
        r = cut * math.tan(angle / 2)
        centre = p + (u + v) / np.linalg.norm(u + v) * (r / math.sin(angle / 2))
        s, e = p + u * cut - centre, p + v * cut - centre
        a0 = math.atan2(s[1], s[0])
        a1 = math.atan2(e[1], e[0])
        if a1 < a0:
            a1 += 2 * math.pi
        for k in range(25):
            t = a0 + (a1 - a0) * k / 24
            dense.append((centre + r * np.array([math.cos(t), math.sin(t)]), (a1 - a0) / 24))
    dense.append(dense[0])
    pts = np.array([d[0] for d in dense])
    turn = np.array([d[1] for d in dense])
    size = np.abs(pts).max()
    step = np.linalg.norm(np.diff(pts, axis=0), axis=1) / size + 0.9 * turn[1:]
    at = np.concatenate([[0], np.cumsum(step)])
    want = np.linspace(0, at[-1], n, endpoint=False)
    return np.stack([np.interp(want, at, pts[:, 0]), np.interp(want, at, pts[:, 1])], 1)


def rect(hx, hy, radius, n=N):
    return outline([(hx, 0), (hx, hy), (-hx, hy), (-hx, -hy), (hx, -hy)], radius, n)


def octagon(hx, hy, cut, radius, n=N):
    return outline([(hx, 0), (hx, hy - cut), (hx - cut, hy), (cut - hx, hy), (-hx, hy - cut), (-hx, cut - hy),
                    (cut - hx, -hy), (hx - cut, -hy), (hx, cut - hy)], radius, n)


def hexagon(r, radius, depth=1.0, n=N):
    """A flat face towards the camera; `r` is half the width from corner to corner."""
    h = r * math.sqrt(3) / 2 * depth
    return outline([(r, 0.0), (r / 2, h), (-r / 2, h), (-r, 0), (-r / 2, -h), (r / 2, -h)], radius, n)


def oval(rx, ry, power=2.0, n=N):
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    c, s = np.cos(t), np.sin(t)
    e = 2 / power
    return np.stack([rx * np.sign(c) * np.abs(c) ** e, ry * np.sign(s) * np.abs(s) ** e], 1)


def ribbed(r, depth, count, n=N * 2):
    t = np.linspace(0, 2 * math.pi, n, endpoint=False)
    rr = r - depth + depth * np.abs(np.cos(t * count / 2)) ** 0.8 if depth > 0 else np.full(n, r)
    return np.stack([rr * np.cos(t), rr * np.sin(t)], 1)


def blend(a, b, t):
    return a * (1 - t) + b * t


def arc(steps=10):
    """Pairs (across, along) of a quarter circle, from (1, 0) to (0, 1) measured as inset and rise."""
    return [(1 - math.sin(a), 1 - math.cos(a)) for a in np.linspace(0, math.pi / 2, steps)]


def prism(section, z0, z1, bottom, top, rise=10, levels=14):
    """Rings of a body with rounded foot and shoulder. `section(inset)` gives the ring; starts at the centre of the foot."""
    rings = []
    foot = section(bottom)
    for t in (0.0, 0.3, 0.6, 0.85, 0.97):
        rings.append((z0, foot * t))
    for across, along in arc(rise):
        rings.append((z0 + bottom * along, section(bottom * across)))
    for t in np.linspace(0, 1, levels)[1:-1]:
        rings.append((z0 + bottom + (z1 - top - z0 - bottom) * t, section(0)))
    for across, along in reversed(arc(rise)):
        rings.append((z1 - top * along, section(top * across)))
    return rings


def to_neck(rings, neck, height, fillet, n=N, slope=0.0, steps=12):
    """Carries the last ring over to a round neck: a shoulder with a fillet, then straight up."""
    z, last = rings[-1]
    wide = oval(neck + fillet, neck + fillet, n=n)
    out = list(rings)
    for t in np.linspace(0, 1, steps)[1:]:
        out.append((z + slope * t, blend(last, wide, t)))
    z += slope
    for a in np.linspace(0, math.pi / 2, 10)[1:]:
        r = neck + fillet - fillet * math.sin(a)
        out.append((z + fillet * (1 - math.cos(a)), oval(r, r, n=n)))
    top = z + fillet
    for t in (0.25, 0.5, 0.75, 1):
        out.append((top + (height - fillet) * t, oval(neck, neck, n=n)))
    return out


def mesh(name, rings, material, close_start=True, close_end=True, flip=False):
    """Faces point outwards when the rings run upwards on the outside."""
    n = len(rings[0][1])
    verts, faces = [], []
    for z, pts in rings:
        zs = z if np.ndim(z) else np.full(n, z)
        verts += [(float(p[0]), float(p[1]), float(h)) for p, h in zip(pts, zs)]
    for k in range(len(rings) - 1):
        a, b = k * n, (k + 1) * n
        for i in range(n):
            j = (i + 1) % n
            faces.append((a + i, a + j, b + j, b + i))
    if close_start:
        faces.append(tuple(reversed(range(n))))
    if close_end:
        faces.append(tuple(range((len(rings) - 1) * n, len(rings) * n)))
    if flip:
        faces = [tuple(reversed(f)) for f in faces]
    data = bpy.data.meshes.new(name)
    data.from_pydata(verts, [], faces)
    if np.abs(rings[0][1]).max() < 1e-6 or np.abs(rings[-1][1]).max() < 1e-6:
        import bmesh
        bm = bmesh.new()
        bm.from_mesh(data)
        bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-6)
        bm.to_mesh(data)
        bm.free()
    for poly in data.polygons:
        poly.use_smooth = True
    data.use_auto_smooth = True
    data.auto_smooth_angle = math.radians(38)
    data.materials.append(material)
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def vessel(outer, inner, level, glass, liquid, creep=0.035):
    """Outer shell and dry cavity are one mesh; wet cavity and liquid surface are another, whose index of refraction is that of the
    liquid against glass below `level` and against air above. Both run to the same rim."""
    n = len(outer[0][1])
    rim_o, rim_i = outer[-1][1], inner[-1][1]
    z = outer[-1][0]
    rim = [(z + 0.012, blend(rim_o, rim_i, 0.2)), (z + 0.016, blend(rim_o, rim_i, 0.5)), (z + 0.012, blend(rim_o, rim_i, 0.8))]
    wet = [r for r in inner if r[0] < level - 1e-4]
    dry = [r for r in inner if r[0] > level + 1e-4]
    below, above = wet[-1], dry[0]
    t = (level - below[0]) / (above[0] - below[0])
    shore = (level, blend(below[1], above[1], t))
    mesh('glass', outer + rim + list(reversed(dry)) + [shore], glass, True, False)
    reach = min(np.abs(shore[1]).max(0))
    surface = []
    for s in (0.004, 0.01, 0.02, 0.035, 0.055, 0.08, 0.12, 0.18):
        k = 1 - s / reach
        if k > 0.2:
            surface.append((level - creep * (1 - math.exp(-s / 0.03)), shore[1] * k))
    surface.append((level - creep, shore[1] * 0.15))
    surface.append((level - creep, shore[1] * 0.0))
    mesh('liquid', wet + [shore] + surface, liquid, True, False)
    return n


def patch(at, material, columns=32, rows=12):
    """A sheet laid on a surface: `at(u, v)` gives its points, u to the right and v downwards as seen by the camera."""
    verts = [at(c / columns, r / rows) for r in range(rows + 1) for c in range(columns + 1)]
    w = columns + 1
    faces = [(r * w + c, (r + 1) * w + c, (r + 1) * w + c + 1, r * w + c + 1) for r in range(rows) for c in range(columns)]
    data = bpy.data.meshes.new('label')
    data.from_pydata(verts, [], faces)
    sheet = data.uv_layers.new(name='art')
    for loop in data.loops:
        r, c = divmod(loop.vertex_index, w)
        sheet.data[loop.index].uv = (c / columns, 1 - r / rows)
    for poly in data.polygons:
        poly.use_smooth = True
    data.materials.append(material)
    thing = bpy.data.objects.new('label', data)
    bpy.context.scene.collection.objects.link(thing)
    return thing
