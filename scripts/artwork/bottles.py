"""Ten bottle families, one function each. Every function builds its meshes on the stage and returns what compose.ts needs: `art` maps
label art (u to the right, v downwards) to points in space, `size` is the width and height of the art in units, `paper` tells whether the
label is paper (else ink on the glass), `cap` whether the cap's colour is that of a metal or of a body."""
import math

import bpy
import numpy as np

import materials as mat
from shapes import (arc, blend, hexagon, mesh, octagon, oval, patch, prism, rect, ribbed, to_neck, vessel)


def solid(name, rings, material):
    """Closes the last ring to its centre."""
    z, last = rings[-1]
    z = float(np.max(z))
    return mesh(name, rings + [(z, last * t) for t in (0.97, 0.8, 0.5, 0.0)], material)


def cylinder(name, r, z0, z1, material, bevel=0.03):
    return solid(name, prism(lambda i: oval(r - i, r - i), z0, z1, bevel, bevel, levels=5), material)


def pump(z, neck, foot, level):
    """The parts visible through the neck: the seat and body of the pump, and the dip tube to the floor of the liquid."""
    cylinder('seat', neck - 0.1, z - 0.42, z, mat.metal(mat.METAL, 0.35), 0.03)
    cylinder('body', 0.1, z - 0.8, z - 0.4, mat.principled('valve', None, 0.55, 0.4)[0], 0.03)
    rod = lambda z0, z1, name, ior: mesh(name, [(z0 + t * (z1 - z0), oval(0.045, 0.045)) for t in np.linspace(0, 1, 12)],
                                         mat.glass(ior), False, False)
    rod(level - 0.03, z - 0.75, 'tube-dry', 1.2)
    rod(foot + 0.06, level - 0.03, 'tube-wet', 1.08)


def flat(width, height, z, y):
    """Label art on an upright plane."""
    return lambda u, v: ((u - 0.5) * width, y, z + height * (0.5 - v))


def curved(width, height, z, r, ry=None):
    """Label art round an upright cylinder; width is measured along the surface."""
    def at(u, v):
        a = (u - 0.5) * width / r
        return (r * math.sin(a), -(ry or r) * math.cos(a), z + height * (0.5 - v))
    return at


def told(art, width, height, paper, cap):
    return {'art': art, 'size': (width, height), 'paper': paper, 'cap': cap}


def curve(points, count):
    """A smooth line through (z, r) pairs (Catmull-Rom)."""
    p = np.array([points[0], *points, points[-1]], float)
    out = []
    per = max(4, count // (len(points) - 1))
    for i in range(1, len(p) - 2):
        for t in np.linspace(0, 1, per, endpoint=False):
            a, b, c, d = p[i - 1:i + 3]
            out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3))
    out.append(p[-2])
    return [tuple(q) for q in out]


def cavity(section, foot, roof, r_foot, r_roof, neck, top, slope=0.05, n=240):
    inner = prism(section, foot, roof, r_foot, r_roof)
    z = inner[-1][0]
    return to_neck(inner, neck, top - z - slope, 0.05, n=n, slope=slope)


def slab():
    level, top = 2.12, 2.86
    section = lambda i: rect(0.93 - i, 0.44 - i, max(0.1 - 0.6 * i, 0.03))
    outer = to_neck(prism(section, 0, 2.52, 0.07, 0.1), 0.29, top - 2.52, 0.06)
    inside = lambda i: rect(0.79 - i, 0.30 - i, max(0.11 - 0.5 * i, 0.03))
    vessel(outer, cavity(inside, 0.3, 2.34, 0.1, 0.12, 0.2, top), level, mat.glass(), mat.liquid(level))
    pump(top, 0.29, 0.3, level)
    cylinder('collar', 0.37, 2.53, 2.78, mat.metal(mat.METAL, 0.2), 0.025)
    box = lambda i: rect(0.5 - i, 0.42 - i, max(0.05 - 0.5 * i, 0.015))
    solid('cap', prism(box, 2.76, 3.72, 0.03, 0.045), mat.lacquer())
    art = flat(1.18, 0.84, 1.2, -0.447)
    patch(art, mat.paper())
    return told(art, 1.18, 0.84, True, 'body')


def facet():
    level, top = 1.93, 2.72
    def cut(hx, hy, c):
        return lambda i: octagon(hx - i, hy - i, max(c - 0.4 * i, 0.02), 0.025)
    section = cut(1.1, 0.58, 0.34)
    rings = [(0.0, section(0.12) * t) for t in (0, 0.4, 0.8, 0.97)] + [(0.0, section(0.12)), (0.012, section(0.1))]
    rings += [(0.012 + 0.2 * t, section(0.1 * (1 - t))) for t in np.linspace(0.1, 1, 5)]
    rings += [(0.235 + 1.53 * t, section(0)) for t in np.linspace(0, 1, 14)]
    rings += [(1.79 + 0.44 * t, section(0.012 + 0.36 * t)) for t in np.linspace(0, 1, 8)]
    rings += [(2.245, section(0.395))]
    outer = to_neck(rings, 0.3, top - 2.26, 0.05, slope=0.015)
    inside = cut(0.93, 0.42, 0.26)
    inner = [(0.34, inside(0.06) * t) for t in (0, 0.4, 0.8, 0.97)] + [(0.34, inside(0.06)), (0.36, inside(0.02))]
    inner += [(0.4 + 1.32 * t, inside(0)) for t in np.linspace(0, 1, 14)]
    inner += [(1.74 + 0.36 * t, inside(0.01 + 0.3 * t)) for t in np.linspace(0, 1, 8)]
    inner = to_neck(inner, 0.2, top - 2.1, 0.04, slope=0.0)
    level = 1.66
    vessel(outer, inner, level, mat.glass(), mat.liquid(level))
    pump(top, 0.3, 0.34, level)
    cylinder('collar', 0.4, 2.27, 2.46, mat.metal(mat.METAL, 0.2), 0.03)
    crown = lambda i: octagon(0.6 - i, 0.5 - i, 0.2, 0.02)
    rings = [(2.46, crown(0.14) * t) for t in (0, 0.5, 0.97)] + [(2.46, crown(0.14)), (2.475, crown(0.125))]
    rings += [(2.48 + 0.22 * t, crown(0.12 * (1 - t))) for t in np.linspace(0, 1, 5)]
    rings += [(2.715 + 0.4 * t, crown(0)) for t in np.linspace(0, 1, 6)]
    rings += [(3.13 + 0.24 * t, crown(0.01 + 0.2 * t)) for t in np.linspace(0, 1, 5)] + [(3.38, crown(0.24))]
    solid('cap', rings, mat.metal(mat.CAP, 0.16))
    art = flat(1.35, 1.1, 1.0, -0.586)
    return told(art, 1.35, 1.1, False, 'metal')


def flacon():
    level, top, radius, middle = 1.62, 2.62, 1.22, 1.14
    def disc(r, deep, foot, edge):
        rings = []
        low = math.asin((foot - middle) / r)
        first = None
        for a in np.linspace(low, math.radians(77), 90):
            c = max(math.cos(a), 0.02)
            rings.append((middle + r * math.sin(a), oval(r * c, deep * (0.25 + 0.75 * c ** 0.7), 2.5)))
        z, first = rings[0]
        return [(z, first * t) for t in (0, 0.4, 0.8, 0.93)] + rings
    outer = disc(radius, 0.56, 0.0, 0.1)
    # The foot has a small radius where it touches the table.
    foot = outer[4][1]
    outer = [(0.0, foot * t) for t in (0, 0.4, 0.8, 0.93, 0.97)] + [(0.012, foot * 0.99)] + [r for r in outer[5:] if r[0] > 0.03]
    outer = to_neck(outer, 0.26, top - outer[-1][0] - 0.01, 0.04, slope=0.01)
    inner = disc(1.04, 0.41, 0.28, 0.1)
    inner = to_neck([r for r in inner], 0.17, top - inner[-1][0] - 0.01, 0.04, slope=0.01)
    vessel(outer, inner, level, mat.glass(), mat.liquid(level))
    pump(top, 0.26, 0.28, level)
    cylinder('collar', 0.34, 2.36, 2.6, mat.metal(mat.METAL, 0.2), 0.03)
    ball = [(3.02 - 0.46 * math.cos(a), oval(0.46 * math.sin(a), 0.46 * math.sin(a))) for a in np.linspace(0, math.pi - 0.02, 60)]
    solid('cap', ball, mat.metal(mat.CAP, 0.12))
    art = flat(1.4, 0.9, 1.08, -0.563)
    return told(art, 1.4, 0.9, False, 'metal')


def apothecary():
    level, top = 1.56, 2.52
    wide = lambda i: oval(0.98 - i, 0.98 - i)
    outer = prism(wide, 0, 2.14, 0.1, 0.52, rise=16)
    outer = to_neck(outer, 0.33, top - outer[-1][0] - 0.03, 0.07, slope=0.03)
    inside = lambda i: oval(0.85 - i, 0.85 - i)
    vessel(outer, cavity(inside, 0.24, 1.97, 0.16, 0.46, 0.22, top, 0.04), level, mat.glass(), mat.liquid(level))
    pump(top, 0.33, 0.24, level)
    cylinder('collar', 0.44, 2.3, 2.5, mat.metal(mat.METAL, 0.24), 0.03)
    rings = [(2.5, oval(0.56, 0.56) * t) for t in (0, 0.5, 0.97, 1)]
    rings += [(2.5 + z, oval(r, r)) for z, r in curve([(0.02, 0.575), (0.3, 0.6), (0.6, 0.64), (0.74, 0.66)], 18)]
    rings += [(3.24 + 0.07 * math.sin(a), oval(0.6 + 0.06 * math.cos(a), 0.6 + 0.06 * math.cos(a))) for a in np.linspace(0.15, math.pi / 2, 8)]
    solid('cap', rings, mat.wood())
    art = curved(1.42, 0.92, 0.98, 0.986)
    patch(art, mat.paper())
    return told(art, 1.42, 0.92, True, 'body')


def column():
    level, top = 2.02, 2.66
    outer = to_neck(prism(lambda i: oval(0.66 - i, 0.66 - i), 0, 2.34, 0.05, 0.06), 0.27, top - 2.34, 0.05)
    inside = lambda i: oval(0.54 - i, 0.54 - i)
    vessel(outer, cavity(inside, 0.42, 2.2, 0.09, 0.1, 0.18, top), level, mat.glass(), mat.liquid(level))
    pump(top, 0.27, 0.42, level)
    cylinder('collar', 0.6, 2.36, 2.44, mat.metal(mat.METAL, 0.2), 0.02)
    cylinder('cap', 0.665, 2.45, 3.84, mat.metal(mat.CAP, 0.2), 0.035)
    art = curved(0.8, 1.5, 1.2, 0.664)
    return told(art, 0.8, 1.5, False, 'metal')


def arch():
    level, top, hx, hy, spring = 1.66, 2.82, 1.0, 0.46, 1.46
    def body(hx, hy, foot, edge, bottom, neck):
        ring = lambda x, i: rect(x - i, hy - i * 0.9, max(edge - 0.4 * i, 0.02))
        rings = [r for r in prism(lambda i: ring(hx, i), foot, spring + 0.05, bottom, 0.05)[:-11]]
        for a in np.linspace(0, math.acos((neck + 0.06) / hx), 60):
            x = hx * math.cos(a)
            rings.append((spring + hx * math.sin(a), rect(x, hy, min(edge, x * 0.45))))
        return rings
    outer = body(hx, hy, 0, 0.1, 0.06, 0.27)
    z = outer[-1][0]
    outer = to_neck(outer, 0.27, top - z - 0.05, 0.05, slope=0.05)
    inner = body(0.87, 0.33, 0.26, 0.1, 0.09, 0.19)
    z = inner[-1][0]
    inner = to_neck(inner, 0.19, top - z - 0.05, 0.04, slope=0.05)
    vessel(outer, inner, level, mat.glass(), mat.liquid(level))
    pump(top, 0.27, 0.26, level)
    cylinder('collar', 0.36, 2.48, 2.72, mat.metal(mat.METAL, 0.2), 0.03)
    rings = prism(lambda i: oval(0.43 - i, 0.43 - i), 2.72, 3.3, 0.02, 0.02)[:-10]
    rings += [(3.2 + 0.43 * math.sin(a), oval(0.43 * math.cos(a), 0.43 * math.cos(a))) for a in np.linspace(0, math.pi / 2 - 0.05, 24)]
    solid('cap', rings, mat.lacquer())
    art = flat(1.2, 1.3, 1.17, -0.467)
    def shape(u, v):
        x = (u - 0.5) * 2
        low, high = 0.52, 1.22 + 0.6 * math.sqrt(max(0, 1 - x * x))
        return (x * 0.6, -0.466, high + (low - high) * v)
    patch(shape, mat.paper(), columns=96)
    return told(art, 1.2, 1.3, True, 'body')


def block():
    level, top = 1.46, 2.36
    section = lambda i: rect(1.36 - i, 0.62 - i, max(0.16 - 0.6 * i, 0.03))
    outer = to_neck(prism(section, 0, 1.98, 0.12, 0.16), 0.34, top - 1.98, 0.06)
    inside = lambda i: rect(1.14 - i, 0.42 - i, max(0.16 - 0.5 * i, 0.04))
    vessel(outer, cavity(inside, 0.42, 1.8, 0.14, 0.16, 0.22, top), level, mat.glass(), mat.liquid(level))
    pump(top, 0.34, 0.42, level)
    cylinder('collar', 0.46, 1.99, 2.2, mat.metal(mat.METAL, 0.22), 0.03)
    box = lambda i: rect(0.74 - i, 0.52 - i, max(0.12 - 0.5 * i, 0.02))
    solid('cap', prism(box, 2.2, 3.3, 0.03, 0.06), mat.wood())
    art = flat(1.5, 0.62, 0.98, -0.627)
    patch(art, mat.paper())
    return told(art, 1.5, 0.62, True, 'body')


def amphora():
    level, top = 1.9, 2.86
    line = [(0.03, 0.56), (0.1, 0.6), (0.5, 0.78), (1.0, 0.96), (1.45, 1.05), (1.85, 0.99), (2.2, 0.72), (2.45, 0.42), (2.6, 0.31)]
    ring = lambda r: oval(r, 0.24 + 0.42 * r if r > 0.31 else r, 2.15)
    mix = lambda r: blend(oval(r, r), oval(r, 0.6 * r, 2.15), min(1, max(0, (r - 0.3) / 0.35)))
    outer = [(0.0, mix(0.53) * t) for t in (0, 0.4, 0.8, 0.95, 1)] + [(z, mix(r)) for z, r in curve(line, 90)]
    outer += [(2.6 + 0.26 * t, oval(0.3, 0.3)) for t in (0.15, 0.5, 1)]
    inner_line = [(0.36, 0.5), (0.45, 0.56), (0.7, 0.68), (1.05, 0.82), (1.45, 0.9), (1.82, 0.84), (2.14, 0.58), (2.4, 0.3), (2.6, 0.2)]
    thin = lambda r: blend(oval(r, r), oval(r, 0.54 * r, 2.15), min(1, max(0, (r - 0.2) / 0.35)))
    inner = [(0.33, thin(0.42) * t) for t in (0, 0.4, 0.8, 1)] + [(z, thin(r)) for z, r in curve(inner_line, 90)]
    inner += [(2.6 + 0.26 * t, oval(0.2, 0.2)) for t in (0.15, 0.5, 1)]
    vessel(outer, inner, level, mat.glass(), mat.liquid(level))
    pump(top, 0.3, 0.33, level)
    cylinder('collar', 0.38, 2.56, 2.8, mat.metal(mat.METAL, 0.2), 0.05)
    drop = [(0, 0.3), (0.04, 0.4), (0.2, 0.47), (0.42, 0.45), (0.68, 0.3), (0.86, 0.15), (0.99, 0.07), (1.04, 0.0)]
    rings = [(2.8 + z, oval(max(r, 0.001), max(r, 0.001))) for z, r in curve(drop, 60)]
    solid('cap', [(2.8, oval(0.3, 0.3) * t) for t in (0, 0.6, 0.97)] + rings, mat.lacquer(mat.CAP, 0.25))
    art = flat(1.3, 0.8, 1.36, -0.64)
    return told(art, 1.3, 0.8, False, 'body')


def hex():
    level, top = 1.88, 2.68
    section = lambda i: hexagon(1.06 - i * 1.15, 0.05, 0.86)
    outer = to_neck(prism(section, 0, 2.32, 0.05, 0.08, rise=6), 0.3, top - 2.32, 0.05)
    inside = lambda i: hexagon(0.9 - i * 1.15, 0.06, 0.84)
    vessel(outer, cavity(inside, 0.3, 2.14, 0.08, 0.12, 0.2, top), level, mat.glass(), mat.liquid(level))
    pump(top, 0.3, 0.3, level)
    cylinder('collar', 0.42, 2.33, 2.5, mat.metal(mat.METAL, 0.2), 0.03)
    lid = lambda i: hexagon(0.62 - i * 1.15, 0.03, 0.9)
    solid('cap', prism(lid, 2.5, 3.56, 0.03, 0.05, rise=6), mat.stone())
    front = -(1.06 * math.sqrt(3) / 2 * 0.86 + 0.006)
    art = flat(0.82, 1.06, 1.2, front)
    patch(art, mat.paper())
    return told(art, 0.82, 1.06, True, 'body')


def attar():
    level, top, n, count = 1.6, 2.5, 480, 22
    ring = lambda r, d: ribbed(r, d, count, n)
    line = [(0.02, 0.74), (0.1, 0.82), (0.4, 0.88), (0.9, 0.93), (1.4, 0.95), (1.7, 0.9), (1.95, 0.72), (2.1, 0.46), (2.2, 0.33)]
    deep = lambda r: 0.055 * min(1, max(0, (r - 0.34) / 0.4))
    outer = [(0.0, ring(0.72, 0.05) * t) for t in (0, 0.4, 0.8, 0.96)] + [(z, ring(r, deep(r))) for z, r in curve(line, 90)]
    outer += [(2.2 + 0.3 * t, oval(0.32, 0.32, n=n)) for t in (0.1, 0.5, 1)]
    inner_line = [(0.3, 0.6), (0.42, 0.7), (0.9, 0.77), (1.4, 0.8), (1.66, 0.76), (1.86, 0.58), (2.02, 0.32), (2.15, 0.22)]
    inner = [(0.27, oval(0.5, 0.5, n=n) * t) for t in (0, 0.4, 0.8, 1)] + [(z, oval(r, r, n=n)) for z, r in curve(inner_line, 90)]
    inner += [(2.2 + 0.3 * t, oval(0.21, 0.21, n=n)) for t in (0.1, 0.5, 1)]
    vessel(outer, inner, level, mat.glass(), mat.liquid(level))
    pump(top, 0.32, 0.27, level)
    cylinder('collar', 0.46, 2.17, 2.36, mat.metal(mat.METAL, 0.2), 0.06)
    dome = [(0, 0.36), (0.03, 0.46), (0.1, 0.5), (0.16, 0.47), (0.24, 0.5), (0.45, 0.53), (0.7, 0.44), (0.88, 0.24), (0.95, 0.13),
            (1.0, 0.1), (1.05, 0.13), (1.1, 0.12), (1.15, 0.05), (1.16, 0.0)]
    rings = [(2.36 + z, oval(max(r, 0.001), max(r, 0.001))) for z, r in curve(dome, 110)]
    solid('cap', [(2.36, oval(0.36, 0.36) * t) for t in (0, 0.6, 0.97)] + rings, mat.metal(mat.CAP, 0.2))
    art = curved(1.06, 0.6, 1.06, 0.972)
    plate = curved(1.06, 0.6, 1.06, 0.97)
    patch(plate, mat.paper())
    return told(art, 1.06, 0.6, True, 'metal')


FAMILIES = {f.__name__: f for f in (slab, facet, flacon, apothecary, column, arch, block, amphora, hex, attar)}
