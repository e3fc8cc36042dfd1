"""The landing page's still: four of the bottles on dark oud, lit by a low amber sun, in their real colours.
blender -b -noaudio -P hero.py -- wide|tall OUT.png LABELS_FOLDER [SCALE] [SAMPLES] [SEED]"""
import math
import os
import sys
import time

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bottles  # noqa: E402
import materials  # noqa: E402
import stage  # noqa: E402


def linear(code):
    part = lambda i: int(code[i:i + 2], 16) / 255
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (part(1), part(3), part(5))]


def paint(material, colour):
    for node in material.node_tree.nodes:
        if node.type == 'BSDF_PRINCIPLED':
            if node.inputs['Base Color'].is_linked:
                source = node.inputs['Base Color'].links[0].from_socket
                mix = material.node_tree.nodes.new('ShaderNodeMixRGB')
                mix.blend_type = 'MULTIPLY'
                mix.inputs[0].default_value = 1
                mix.inputs[2].default_value = (*linear(colour), 1)
                material.node_tree.links.new(source, mix.inputs[1])
                material.node_tree.links.new(mix.outputs[0], node.inputs['Base Color'])
            else:
                node.inputs['Base Color'].default_value = (*linear(colour), 1)


def fill(material, colour):
    sigma = [-math.log(min(0.98, max(0.01, v))) for v in linear(colour)]
    for node in material.node_tree.nodes:
        if node.type == 'VOLUME_ABSORPTION':
            node.inputs['Density'].default_value = max(sigma)
            node.inputs['Color'].default_value = (*[1 - s / max(sigma) for s in sigma], 1)


def dress_label(material, file):
    tree = material.node_tree
    shader = next(n for n in tree.nodes if n.type == 'BSDF_PRINCIPLED')
    picture = tree.nodes.new('ShaderNodeTexImage')
    picture.image = bpy.data.images.load(os.path.abspath(file))
    tree.links.new(picture.outputs['Color'], shader.inputs['Base Color'])


def stand(family, x, y, turn, cap, collar, liquid, label=None):
    before = set(bpy.data.objects)
    bottles.FAMILIES[family]()
    for thing in set(bpy.data.objects) - before:
        spot = Vector((x, y, 0))
        thing.rotation_euler.z = math.radians(turn)
        thing.location = spot
        for slot in thing.material_slots:
            if thing.name.startswith('cap'):
                paint(slot.material, cap)
            elif thing.name.startswith(('collar', 'seat')):
                paint(slot.material, collar)
            elif thing.name.startswith('liquid'):
                fill(slot.material, liquid)
            elif thing.name.startswith('label') and label:
                dress_label(slot.material, label)


def warm(thing, colour, gain=1.0):
    thing.data.color = linear(colour)
    thing.data.energy *= gain


def main(shape, out, labels, scale=0.3, samples=64, seed=5):
    scale = float(scale)
    size = (2400, 1350) if shape == 'wide' else (1080, 1350)
    scene = stage.open_stage(round(size[0] * scale), round(size[1] * scale), int(samples), 0.01, int(seed))
    if shape == 'wide':
        eye = stage.camera(scene, (0, -16, 2.75), (0, 0, 1.85), 5.3)
    else:
        eye = stage.camera(scene, (2.08, -16, 2.75), (2.08, 0, 2.35), 7.7)
    eye.data.dof.aperture_fstop = 0.7
    stage.dress()
    ground = bpy.data.objects['ground'].material_slots[0].material
    paint(ground, '#4a2a1a')
    for node in ground.node_tree.nodes:
        if node.type == 'BSDF_PRINCIPLED':
            node.inputs['Roughness'].default_value = 0.24
            node.inputs['Specular'].default_value = 0.5
    backdrop = bpy.data.objects['backdrop']
    backdrop.location.x = 2.6
    backdrop.location.z = 4.4
    tree = backdrop.material_slots[0].material.node_tree
    emission = next(n for n in tree.nodes if n.type == 'EMISSION')
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    stops = ramp.color_ramp
    stops.interpolation = 'B_SPLINE'
    stops.elements[0].position, stops.elements[0].color = 0.0, (*linear('#0d0605'), 1)
    stops.elements[1].position, stops.elements[1].color = 1.0, (*linear('#f6b165'), 1)
    for at, code in ((0.12, '#1c0d08'), (0.4, '#5a2a12'), (0.75, '#c0702e')):
        stop = stops.elements.new(at)
        stop.color = (*linear(code), 1)
    link = emission.inputs['Color'].links[0].from_socket
    tree.links.new(link, ramp.inputs[0])
    tree.links.new(ramp.outputs[0], emission.inputs['Color'])
    emission.inputs['Strength'].default_value = 1.35
    scene.cycles.sample_clamp_indirect = 2.5
    for name, colour, gain in (('key', '#ffe2bd', 0.5), ('strip', '#ffe8cc', 0.85), ('hair', '#ffd9a8', 1.6), ('top', '#ffdcb0', 0.42),
                               ('fill', '#ffe0c0', 0.5), ('kick', '#ff9a45', 1.1)):
        warm(bpy.data.objects[name], colour, gain)
    # The frame is wider than a product's: cards that stood outside it, and their reflections in the table, move out again.
    bpy.data.objects['hair'].location.x = -6.6
    bpy.data.objects['strip'].location.x = 6.4
    bpy.data.objects['kick'].location.x = 8.0
    art = lambda name: os.path.join(labels, name + '.png')
    stand('attar', 0.24, -1.0, 0, '#e8bd6a', '#f0cf8a', '#8a3f12', art('attar'))
    stand('slab', 1.38, 1.15, 0, '#15100e', '#f0cf8a', '#c9772a', art('slab'))
    stand('facet', 2.44, -0.75, 0, '#ecc477', '#f0cf8a', '#e08a2c')
    stand('amphora', 3.86, 1.25, 0, '#0f4a36', '#f0cf8a', '#a8351d')
    scene.view_settings.view_transform = 'Filmic'
    scene.view_settings.look = 'Medium High Contrast'
    scene.view_settings.exposure = 0.35
    scene.render.image_settings.file_format = 'PNG'
    scene.render.image_settings.color_depth = '16'
    scene.render.filepath = os.path.abspath(out)
    began = time.time()
    bpy.ops.render.render(write_still=True)
    print(f'RENDER hero {shape} {samples} samples {time.time() - began:.0f} s')


main(*sys.argv[sys.argv.index('--') + 1:])
