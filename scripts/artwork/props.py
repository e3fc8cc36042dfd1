"""Shared by the props of scenes and banners: noise, painted textures, materials in real colours, sheets, turned forms, placement."""
import math

import bpy
import mathutils
import numpy as np

from shapes import mesh, oval


def linear(code):
    part = lambda i: int(code[i:i + 2], 16) / 255
    return np.array([v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (part(1), part(3), part(5))])


def smooth(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def cloud(rng, height, width, cells_y, cells_x, octaves=5, rough=0.55):
    """Smooth noise of mean 0 and about unit range on a grid; more cells along an axis make it finer there."""
    total, weight, out = 0.0, 1.0, np.zeros((height, width))
    for _ in range(octaves):
        ny, nx = int(cells_y) + 2, int(cells_x) + 2
        lattice = rng.standard_normal((ny + 1, nx + 1))
        y = np.linspace(0, ny - 1.001, height)
        x = np.linspace(0, nx - 1.001, width)
        iy, ix = y.astype(int), x.astype(int)
        fy, fx = y - iy, x - ix
        fy, fx = (fy * fy * (3 - 2 * fy))[:, None], (fx * fx * (3 - 2 * fx))[None, :]
        of = lambda dy, dx: lattice[np.ix_(iy + dy, ix + dx)]
        out += weight * ((of(0, 0) * (1 - fx) + of(0, 1) * fx) * (1 - fy) + (of(1, 0) * (1 - fx) + of(1, 1) * fx) * fy)
        total += weight
        weight *= rough
        cells_y, cells_x = min(cells_y * 2, height / 2), min(cells_x * 2, width / 2)
    return out / total


def painted(name, colours):
    """An image of linear colours (height, width, 3), row 0 at v = 0."""
    h, w = colours.shape[:2]
    image = bpy.data.images.new(name, w, h, float_buffer=True)
    image.colorspace_settings.name = 'Non-Color'
    pixels = np.ones((h, w, 4), np.float32)
    pixels[..., :3] = colours
    image.pixels.foreach_set(pixels.ravel())
    image.update()
    return image


def mixed(low, high, t):
    """Colours between two, by a plane."""
    return np.asarray(low) * (1 - t[..., None]) + np.asarray(high) * t[..., None]


def coloured(name, colour, roughness=0.5, specular=0.4, metallic=0.0, flesh=0.0, reach=(1, 0.4, 0.2), coat=0.0, relief=None, depth=0.02,
             through=0.0):
    """A material in its own colour: `colour` is linear RGB or an image laid by UV, `relief` an image of heights, `flesh` how much light
    wanders inside (`reach`), `through` how much of a thin sheet shines through."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    tree = m.node_tree
    b = tree.nodes['Principled BSDF']
    out = tree.nodes['Material Output']
    b.inputs['Roughness'].default_value = roughness
    b.inputs['Specular'].default_value = specular
    b.inputs['Metallic'].default_value = metallic
    b.inputs['Clearcoat'].default_value = coat
    b.inputs['Subsurface'].default_value = flesh
    b.inputs['Subsurface Radius'].default_value = [0.12 * v for v in reach]
    leaf = tree.nodes.new('ShaderNodeBsdfTranslucent')
    if isinstance(colour, bpy.types.Image):
        picture = tree.nodes.new('ShaderNodeTexImage')
        picture.image = colour
        picture.interpolation = 'Cubic'
        for target in (b.inputs['Base Color'], b.inputs['Subsurface Color'], leaf.inputs['Color']):
            tree.links.new(picture.outputs['Color'], target)
    else:
        for target in (b.inputs['Base Color'], b.inputs['Subsurface Color'], leaf.inputs['Color']):
            target.default_value = (*colour, 1)
    if relief is not None:
        heights = tree.nodes.new('ShaderNodeTexImage')
        heights.image = relief
        heights.interpolation = 'Cubic'
        bump = tree.nodes.new('ShaderNodeBump')
        bump.inputs['Strength'].default_value = 1
        bump.inputs['Distance'].default_value = depth
        tree.links.new(heights.outputs['Color'], bump.inputs['Height'])
        tree.links.new(bump.outputs[0], b.inputs['Normal'])
    if through:
        mix = tree.nodes.new('ShaderNodeMixShader')
        mix.inputs[0].default_value = through
        tree.links.new(b.outputs[0], mix.inputs[1])
        tree.links.new(leaf.outputs[0], mix.inputs[2])
        tree.links.new(mix.outputs[0], out.inputs['Surface'])
    return m


def sheet(name, points, material, uv=None):
    """A smooth sheet through a (rows, columns, 3) grid of points; UV runs over it, or is `uv` (rows, columns, 2)."""
    rows, columns = points.shape[:2]
    faces = [(r * columns + c, r * columns + c + 1, (r + 1) * columns + c + 1, (r + 1) * columns + c)
             for r in range(rows - 1) for c in range(columns - 1)]
    data = bpy.data.meshes.new(name)
    data.from_pydata(points.reshape(-1, 3).tolist(), [], faces)
    layer = data.uv_layers.new(name='art')
    if uv is None:
        u, v = np.meshgrid(np.linspace(0, 1, columns), np.linspace(0, 1, rows))
        uv = np.stack([u, v], -1)
    flat = uv.reshape(-1, 2)
    index = np.empty(len(data.loops), np.int32)
    data.loops.foreach_get('vertex_index', index)
    layer.data.foreach_set('uv', flat[index].astype(np.float32).ravel())
    for poly in data.polygons:
        poly.use_smooth = True
    data.materials.append(material)
    thing = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def around(radii, heights, columns=96, bumps=None):
    """Grid of points of a turned form: radius and height down the rows; `bumps` multiplies the radius (rows, columns)."""
    turn = np.linspace(0, 2 * math.pi, columns)
    r = np.asarray(radii)[:, None] * (1 if bumps is None else bumps)
    z = np.asarray(heights)[:, None] + np.zeros_like(turn)[None, :]
    return np.stack([r * np.cos(turn), r * np.sin(turn), z + 0 * r], -1)


def lathe(name, profile, material, n=128):
    """A turned solid from (height, radius) pairs."""
    rings = [(z, oval(max(r, 1e-4), max(r, 1e-4), n=n)) for z, r in profile]
    return mesh(name, rings, material)


def place(things, at=(0, 0, 0), turn=(0, 0, 0), size=1.0):
    """Scales, turns (degrees about x, then y, then z) and moves things as one."""
    euler = mathutils.Euler([math.radians(v) for v in turn])
    world = mathutils.Matrix.Translation(at) @ euler.to_matrix().to_4x4() @ mathutils.Matrix.Scale(size, 4)
    for thing in things if isinstance(things, (list, tuple)) else [things]:
        thing.matrix_world = world @ thing.matrix_world
    return things


def tinted_glass(name, colour, density, ior=1.5, roughness=0.0):
    """A clear material with coloured depth, like amber."""
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    tree = m.node_tree
    tree.nodes.clear()
    out = tree.nodes.new('ShaderNodeOutputMaterial')
    b = tree.nodes.new('ShaderNodeBsdfGlass')
    b.inputs['IOR'].default_value = ior
    b.inputs['Roughness'].default_value = roughness
    volume = tree.nodes.new('ShaderNodeVolumeAbsorption')
    volume.inputs['Color'].default_value = (*colour, 1)
    volume.inputs['Density'].default_value = density
    tree.links.new(b.outputs[0], out.inputs['Surface'])
    tree.links.new(volume.outputs[0], out.inputs['Volume'])
    return m
