"""Smoke and skin-warm light: a brass burner with glowing wood on a round of timber, thin sheets of smoke, strands of coral beads."""
import math

import bpy
import numpy as np

import wood
from props import cloud, coloured, lathe, linear, place, sheet, smooth


def glowing(name, colour, strength):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    tree = m.node_tree
    tree.nodes.clear()
    out = tree.nodes.new('ShaderNodeOutputMaterial')
    e = tree.nodes.new('ShaderNodeEmission')
    e.inputs['Color'].default_value = (*colour, 1)
    e.inputs['Strength'].default_value = strength
    tree.links.new(e.outputs[0], out.inputs['Surface'])
    return m


def haze(strength):
    """The light that smoke adds to what is behind it: more where a thin sheet is seen edge-on, none at its ends."""
    m = bpy.data.materials.new('smoke')
    m.use_nodes = True
    tree = m.node_tree
    tree.nodes.clear()
    out = tree.nodes.new('ShaderNodeOutputMaterial')
    clear = tree.nodes.new('ShaderNodeBsdfTransparent')
    e = tree.nodes.new('ShaderNodeEmission')
    add = tree.nodes.new('ShaderNodeAddShader')
    weight = tree.nodes.new('ShaderNodeLayerWeight')
    weight.inputs['Blend'].default_value = 0.5
    # Blend 0.5 gives 1 - |cos|; a sheet's depth along the sight is 1 / |cos|.
    cosine = tree.nodes.new('ShaderNodeMath')
    cosine.operation = 'SUBTRACT'
    cosine.inputs[0].default_value = 1.12
    depth = tree.nodes.new('ShaderNodeMath')
    depth.operation = 'DIVIDE'
    depth.inputs[0].default_value = strength
    density = tree.nodes.new('ShaderNodeAttribute')
    density.attribute_name = 'veil'
    times = tree.nodes.new('ShaderNodeMath')
    times.operation = 'MULTIPLY'
    tree.links.new(weight.outputs['Facing'], cosine.inputs[1])
    tree.links.new(cosine.outputs[0], depth.inputs[1])
    tree.links.new(depth.outputs[0], times.inputs[0])
    tree.links.new(density.outputs['Fac'], times.inputs[1])
    tree.links.new(times.outputs[0], e.inputs['Strength'])
    tree.links.new(e.outputs[0], add.inputs[0])
    tree.links.new(clear.outputs[0], add.inputs[1])
    tree.links.new(add.outputs[0], out.inputs['Surface'])
    return m


def wisp(rng, at, height=3.0, width=0.5, strength=0.05, drift=0.35):
    """One sheet of smoke that rises, widens and folds over itself."""
    rows, columns = 420, 160
    t, s = np.linspace(0, 1, rows)[:, None], np.linspace(-1, 1, columns)[None, :]
    p = rng.uniform(0, 2 * math.pi, 8)
    late = t ** 1.6
    middle = drift * late * np.sin(2.6 * t + p[0]) + 0.1 * late * np.sin(7.5 * t + p[1]) + 0.04 * late * np.sin(17 * t + p[2])
    spread = width * (0.05 + late) * (1 + 0.3 * np.sin(5 * t + p[3]))
    twist = 2.8 * t * np.sin(1.9 * t + p[4]) + p[5]
    # The sheet curls at its edges, so that filaments gather there.
    fold = s + 0.55 * late * np.sin(3.1 * s + 6 * t + p[6]) + 0.22 * late * np.sin(7 * s - 9 * t + p[7])
    x = middle + spread * fold * np.cos(twist)
    y = spread * fold * np.sin(twist) * 0.8 + 0.12 * late * np.sin(4 * s + 5 * t)
    z = height * t + 0.1 * late * np.sin(4 * s + 8 * t + p[2])
    thing = sheet('smoke', np.stack([x + at[0], y + at[1], z + at[2]], -1), haze(strength))
    strands = 0.75 + 0.35 * cloud(rng, rows, columns, 2, 30, 4)
    density = np.clip(strands, 0.05, 2) * smooth(1, 0.75, np.abs(s)) * smooth(0, 0.06, t) * smooth(1, 0.45, t) / (0.35 + 2.2 * late)
    layer = thing.data.attributes.new('veil', 'FLOAT', 'POINT')
    layer.data.foreach_set('value', (density + 0 * s).astype(np.float32).ravel())
    thing.lightgroup = 'studio'
    thing.visible_shadow = False
    thing.visible_diffuse = thing.visible_glossy = False
    return thing


def burner(rng):
    """Turned brass: a foot, a waist, a bowl with a lip; embers and chips in it."""
    brass = coloured('brass', linear('#d6a250'), 0.24, 0.5, metallic=1.0)
    line = [(0, 0.0), (0, 0.46), (0.05, 0.48), (0.09, 0.46), (0.13, 0.34), (0.2, 0.2), (0.28, 0.135), (0.36, 0.12), (0.4, 0.17), (0.43, 0.18),
            (0.46, 0.15), (0.54, 0.17), (0.64, 0.34), (0.76, 0.47), (0.92, 0.54), (1.02, 0.55), (1.05, 0.58), (1.08, 0.58), (1.09, 0.55),
            (1.07, 0.52), (0.95, 0.5), (0.84, 0.42), (0.8, 0.0)]
    from bottles import curve
    things = [lathe('burner', [(z, max(r, 0.001)) for z, r in curve(line, 260)], brass)]
    for band in (0.12, 0.43, 1.0):
        radius = np.interp(band, [z for z, _ in line[:18]], [r for _, r in line[:18]]) + 0.006
        for k in range(44 if band != 0.43 else 18):
            a = 2 * math.pi * k / (44 if band != 0.43 else 18)
            bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8, radius=0.024, location=(radius * math.cos(a), radius * math.sin(a), band))
            bpy.context.object.data.materials.append(brass)
            for poly in bpy.context.object.data.polygons:
                poly.use_smooth = True
            things.append(bpy.context.object)
    ash = coloured('charcoal', linear('#2a2421'), 0.95, 0.1)
    for k in range(16):
        a, r = rng.uniform(0, 6.28), 0.4 * math.sqrt(rng.uniform(0, 1))
        coal = wood.blob(rng, rng.uniform(0.09, 0.15), 0.8, 3, 0.3, 2.4)
        hot = k % 3 == 0
        coal.data.materials.append(glowing('ember', (1.0, 0.22, 0.03), 14.0) if hot else ash)
        coal.lightgroup = 'kick' if hot else ''
        place(coal, (r * math.cos(a), r * math.sin(a), 0.84 + (0 if hot else 0.05)), (0, 0, rng.uniform(0, 360)))
        things.append(coal)
    for k in range(4):
        chip = wood.shard(rng, rng.uniform(0.4, 0.6), 0.16, 0.1, 1.0)
        place(chip, (rng.uniform(-0.16, 0.16), rng.uniform(-0.2, 0.1), 1.02 + 0.04 * k), (rng.uniform(-20, 20), rng.uniform(-22, 22), rng.uniform(0, 180)))
        things.append(chip)
    return things


def strand(rng, path, radius=0.085, colour='#b9331c'):
    """Beads of coral along a path, each a little different."""
    reach = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))])
    shades = [coloured('coral', linear(colour) * k, 0.28, 0.5, coat=0.4) for k in (0.8, 1.0, 1.25)]
    at = 0.0
    while at < reach[-1]:
        x, y, z = (np.interp(at, reach, path[:, k]) for k in range(3))
        size = radius * rng.uniform(0.9, 1.08)
        bpy.ops.mesh.primitive_uv_sphere_add(segments=28, ring_count=18, radius=size, location=(x, y, z + size))
        bead = bpy.context.object
        bead.scale.z = rng.uniform(0.85, 0.98)
        bead.data.materials.append(shades[rng.integers(3)])
        for poly in bead.data.polygons:
            poly.use_smooth = True
        at += size * 1.96


def scene(seed):
    rng = np.random.default_rng(seed)
    round_ = wood.log(rng, 0.98, 0.24)
    place(round_, turn=(0, -90, 0))
    place(round_, (-0.1, 0.7, 0.12))
    place(burner(rng), (-0.1, 0.7, 0.24))
    for k, (width, strength, drift) in enumerate(((0.4, 0.6, 0.5), (0.26, 0.5, 0.34), (0.6, 0.36, 0.62))):
        wisp(rng, (-0.1 + 0.06 * (k - 1), 0.72 + 0.1 * k, 1.32), 3.0, width, strength, drift)
    t = np.linspace(0, 1, 200)
    loop = lambda cx, cy, rx, ry, a0, a1: np.stack([cx + rx * np.cos(a0 + (a1 - a0) * t) + 0.05 * np.sin(9 * t), cy + ry * np.sin(a0 + (a1 - a0) * t), 0 * t], -1)
    strand(rng, loop(0.75, -0.4, 0.72, 0.36, 2.6, 8.2))
    strand(rng, loop(0.55, -0.56, 0.98, 0.3, 2.2, 7.0), 0.06, '#c9502c')
    for at, turn, length in (((-1.05, -0.25, 0.1), (10, 0, 30), 0.9), ((-0.8, -0.5, 0.09), (0, 4, -20), 0.8), ((-1.2, 0.1, 0.1), (30, 0, 75), 0.7)):
        place(wood.shard(rng, length, 0.26, 0.16, 1.0), at, turn)
    for x, y, r in ((-0.45, -0.72, 0.1), (-0.28, -0.5, 0.075), (-0.62, -0.85, 0.06), (-1.15, -0.62, 0.08)):
        place(wood.resin(rng, r), (x, y, 0))
