"""A wrapped box with a ribbon and a bow, and plinths of stone to stand things on."""
import math

import bpy
import numpy as np

import materials
from props import cloud, coloured, linear, painted, place, sheet, smooth
from shapes import mesh, prism, rect


def slab_of(name, width, depth, height, material, edge=0.03):
    section = lambda i: rect(width / 2 - i, depth / 2 - i, max(edge - 0.5 * i, 0.01))
    rings = prism(section, 0, height, edge * 0.6, edge * 0.6)
    z, last = rings[-1]
    return mesh(name, rings + [(z, last * t) for t in (0.97, 0.8, 0.5, 0.0)], material)


def plinth(width, depth, height):
    return slab_of('plinth', width, depth, height, materials.stone(None), 0.04)


def ribbon(material, path, width, across):
    """A band along a path of points; `across` is the direction of its width."""
    path, across = np.asarray(path, float), np.asarray(across, float)
    u = np.linspace(-0.5, 0.5, 9)
    return sheet('ribbon', path[:, None, :] + u[None, :, None] * width * across[None, None, :], material)


def loop(material, width, length, lift, lean):
    """Half of a bow: out, round and back to the knot."""
    t = np.linspace(0, 1, 60)
    a = t * 2 * math.pi
    x = length * (1 - np.cos(a)) / 2
    z = lift * np.sin(a) * (0.55 + 0.45 * np.sin(a / 2)) + 0.1 * np.sin(a / 2) ** 2
    wide = width * (0.35 + 0.65 * np.sin(a / 2))
    u = np.linspace(-0.5, 0.5, 13)
    y = u[None, :] * wide[:, None]
    crease = 0.03 * np.cos(u * 3 * math.pi)[None, :] * (1 - np.sin(a / 2))[:, None]
    return place(sheet('bow', np.stack([x[:, None] + 0 * y, y, z[:, None] + crease], -1), material), turn=(0, 0, lean))


def box(rng, width=1.7, depth=1.3, height=1.15, paper='#f0dccb', silk='#8f1d33'):
    lines = cloud(rng, 400, 400, 120, 120, 2)
    cover = coloured('cover', linear(paper), 0.5, 0.3, relief=painted('paper', np.repeat(lines[..., None], 3, 2)), depth=0.004)
    satin = coloured('satin', linear(silk), 0.3, 0.5, coat=0.15)
    satin.node_tree.nodes['Principled BSDF'].inputs['Anisotropic'].default_value = 0.6
    lid = 0.36
    things = [slab_of('box', width, depth, height - lid + 0.04, cover, 0.025),
              place(slab_of('lid', width + 0.07, depth + 0.07, lid, cover, 0.03), (0, 0, height - lid))]
    off, w = 0.045, 0.24
    hx, hy = width / 2 + off, depth / 2 + off
    steps = lambda a, b: np.linspace(a, b, 12)
    def wrap(half, swap):
        side = [(-half, 0, z) for z in steps(0, height)]
        top = [(x, 0, height + 0.012) for x in steps(-half, half)]
        other = [(half, 0, z) for z in steps(height, 0)]
        path = np.array(side + top + other)
        return path[:, [1, 0, 2]] if swap else path
    things.append(ribbon(satin, wrap(hx, False), w, (0, 1, 0)))
    things.append(ribbon(satin, wrap(hy, True), w, (1, 0, 0)))
    for lean, length, lift in ((28, 0.72, 0.3), (152, 0.72, 0.3), (205, 0.6, 0.26), (-25, 0.6, 0.26)):
        things.append(place(loop(satin, 0.3, length, lift, lean), (0, 0, height + 0.05)))
    for lean in (-70, -118):
        t = np.linspace(0, 1, 40)
        fall = np.stack([0.95 * t, 0 * t, height + 0.06 - 0.02 * t - 1.0 * smooth(0.62, 1, t) * t ** 3 * 0.5 + 0.05 * np.sin(9 * t)], -1)
        things.append(place(ribbon(satin, fall, 0.2, (0, 1, 0)), turn=(0, 0, lean)))
    bpy.ops.mesh.primitive_uv_sphere_add(segments=32, ring_count=20, radius=0.13, location=(0, 0, height + 0.1))
    knot = bpy.context.object
    knot.scale = (1.15, 0.85, 0.75)
    knot.data.materials.append(satin)
    for poly in knot.data.polygons:
        poly.use_smooth = True
    bpy.context.view_layer.update()
    return [*things, knot]
